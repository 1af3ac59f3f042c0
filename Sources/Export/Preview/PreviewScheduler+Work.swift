import Processes

/// Orders to the workers.
extension PreviewScheduler {
  /// Gives orders to idle workers, and starts workers.
  func work() {
    wishes.removeAll { $0.isWithdrawn() }
    guard rest == nil else { return }
    while let (film, order) = nextPicture, let id = worker(for: .pictures, film) { give(order, to: id) }
    pauseOrResumeCells()
    // Workers that start at the same time would take CPU time from it.
    if !isMakingFirstPicture {
      while let film = nextSound, let id = worker(for: .sound, film) { give(.sound, to: id) }
      if !pause.isOn {
        giveCells()
        while let wish = nextForTimeline, let id = worker(for: .timeline, wish.film) {
          give(wish.thing.order, to: id)
        }
      }
    }
    restAtPlayhead()
  }

  /// Whether the picture worker is still rendering its first picture.
  private var isMakingFirstPicture: Bool {
    workers.values.contains { worker in
      worker.role == .pictures && worker.order != nil && !worker.hasCarriedOut && !worker.isEnding
        && worker.since.duration(to: loop.now) < .seconds(1)
    }
  }

  /// Pauses the workers of cells and of the timeline while a person waits for a picture. A paused worker keeps
  /// its memory and its place in the clip, and resumes within microseconds.
  private func pauseOrResumeCells() {
    let isMakingPicture = workers.values.contains { $0.role == .pictures && $0.order != nil && !$0.isEnding }
    let now = loop.now
    pause.update(isMakingPicture: isMakingPicture, at: now)
    for (id, worker) in workers
    where worker.role.isPausable && !worker.isEnding && worker.isHeld != pause.isOn {
      workers[id]?.isHeld = pause.isOn
      loop.kill(id, with: pause.isOn ? .stop : .resume)
      expectWork(of: id)
    }
    if pauseTimer == nil, let change = pause.nextChange { pauseTimer = loop.startTimer(after: change - now) }
  }

  /// Starts the timer after which the picture worker gets ready, and cancels it when a request arrives.
  private func restAtPlayhead() {
    guard let change = readiness?.rest(at: placeOfPlayhead) else { return }
    if change != .keep, let timer = readinessTimer.take() { loop.cancelTimer(timer) }
    if change == .start { readinessTimer = loop.startTimer(after: IdleWarmup.rest) }
  }

  /// Nil while a picture is requested, until the cell there has been rendered, and if the film has no picture.
  private var placeOfPlayhead: IdleWarmup.Place? {
    guard shelf.films.indices.contains(position.film), !wishes.contains(where: { $0.thing.role == .pictures })
    else { return nil }
    let film = shelf.films[position.film]
    guard let cell = film.cell(at: position.frame),
      [.made, .failed].contains(state(ofCell: cell, of: position.film))
    else { return nil }
    return IdleWarmup.Place(position: position, plan: film.planDigest)
  }

  func getReady() {
    guard let place = readiness?.takePlace()?.position else { return }
    wishes.append(
      PendingRequest(
        film: place.film, thing: .picture(frame: place.frame, .small), since: loop.now,
        isWithdrawn: { false }, done: { _ in })
    )
  }

  /// The newest request for a picture.
  private var nextPicture: (film: Int, order: PreviewOrder)? {
    newestWish(for: .pictures).map { ($0.film, $0.thing.order) }
  }

  /// The newest request for a thumbnail or a waveform: older ones may no longer be in view.
  private var nextForTimeline: PendingRequest? { newestWish(for: .timeline) }

  private func newestWish(for role: PreviewRole) -> PendingRequest? {
    wishes.last { $0.thing.role == role && !isBeingMade($0.thing.order, of: $0.film) }
  }

  /// The film whose sound is mixed next.
  private var nextSound: Int? {
    let wanted = [position.film] + wishes.filter { $0.thing.order == .sound }.map(\.film)
    return wanted.last { needsSound($0) } ?? (makesAll ? shelf.films.indices.first { needsSound($0) } : nil)
  }

  private func giveCells() {
    var free = workers.filter { $0.value.role == .cells && $0.value.order == nil && !$0.value.isEnding }
    while let (id, worker) = free.popFirst() {
      var last: CellChoice.Place?
      if let film = worker.film, let cell = worker.last { last = CellChoice.Place(film: film, cell: cell) }
      guard let cell = cellChoice.next(after: last) else { continue }
      if cell.film == worker.film { give(.cell(cell.cell), to: id) } else { end(id) }
    }
    while workers.values.count(where: { $0.role == .cells && !$0.isEnding }) < jobs,
      let cell = cellChoice.next(after: nil), let id = start(.cells, cell.film)
    {
      give(.cell(cell.cell), to: id)
    }
  }

  private var cellChoice: CellChoice {
    let now = loop.now
    let wished = wishes.compactMap { wish -> (place: CellChoice.Place, age: Duration)? in
      guard case .cell(let cell) = wish.thing, !isBeingMade(.cell(cell), of: wish.film) else { return nil }
      return (CellChoice.Place(film: wish.film, cell: cell), now - wish.since)
    }
    let busy = workers.values.compactMap { worker -> CellChoice.Place? in
      guard case .cell(let cell) = worker.order, let film = worker.film, !worker.isEnding else { return nil }
      return CellChoice.Place(film: film, cell: cell)
    }
    let films = [position.film] + shelf.films.indices.filter { $0 != position.film }
    return CellChoice(
      wishes: wished, busy: busy, makesAll: makesAll,
      missing: makesAll ? films.map { ($0, missingRuns(of: $0)) } : [])
  }

  /// The runs of missing cells that no worker is rendering, from the playhead on and then from the start.
  func missingRuns(of film: Int) -> [Range<Int>] {
    guard shelf.films.indices.contains(film) else { return [] }
    let count = shelf.films[film].cells.count
    let first = film == position.film ? shelf.films[film].cell(at: position.frame) ?? 0 : 0
    var runs: [Range<Int>] = []
    for part in [first..<count, 0..<first] {
      for cell in part where state(ofCell: cell, of: film) == .missing {
        if let last = runs.last, last.upperBound == cell, part.contains(last.lowerBound) {
          runs[runs.count - 1] = last.lowerBound..<cell + 1
        } else {
          runs.append(cell..<cell + 1)
        }
      }
    }
    return runs
  }

  func isBeingMade(_ order: PreviewOrder, of film: Int) -> Bool {
    workers.values.contains { $0.film == film && $0.order == order && !$0.isEnding }
  }

  func needsSound(_ film: Int) -> Bool {
    shelf.result(of: .allSound, in: film) == nil && !isBeingMade(.sound, of: film)
      && shelf.films.indices.contains(film) && shelf.films[film].sound != nil
  }

  /// Returns the idle worker for a role, or a new one; nil if it is busy.
  private func worker(for role: PreviewRole, _ film: Int) -> WorkerID? {
    let others = workers.filter { $0.value.role == role && !$0.value.isEnding }
    if let free = others.first(where: { $0.value.film == film && $0.value.order == nil }) { return free.key }
    if let other = others.first {
      guard other.value.order == nil else { return nil }
      if shelf.films.indices.contains(film), other.value.canTake(shelf.films[film]) {
        givePlan(of: film, to: other.key)
        return other.key
      }
      end(other.key)
    }
    return start(role, film)
  }

  private func start(_ role: PreviewRole, _ film: Int) -> WorkerID? {
    guard shelf.films.indices.contains(film), let id = launch(role) else { return nil }
    givePlan(of: film, to: id)
    return id
  }

  func launch(_ role: PreviewRole) -> WorkerID? {
    do throws(SystemError) {
      let id = try supervisor.start(.process(command(role)), patience: nil)
      workers[id] = PreviewWorker(role: role, since: loop.now)
      return id
    } catch {
      backOff("\(error)")
      return nil
    }
  }

  private func givePlan(of film: Int, to id: WorkerID) {
    workers[id]?.take(shelf.films[film], number: film)
    supervisor.send(PreviewOrder.plan(folder: shelf.films[film].files.own).line, to: id)
  }

  private func command(_ role: PreviewRole) -> ChildCommand {
    var command = program
    command.arguments += [
      "preview-worker", "--plans", folders.plans, "--made", folders.made, "--store", folders.store,
      "--parent",
      "\(ownProcessID)", "--owner", owner.name, "--sandbox", sandbox.rawValue, "--role", role.rawValue,
      // A picture at the cursor is rendered alone; cells have one worker per CPU core.
      "--threads", role == .pictures ? "\(min(jobs, 8))" : "1",
    ]
    return command
  }

  private func give(_ order: PreviewOrder, to id: WorkerID) {
    guard let worker = workers[id] else { return }
    workers[id]?.begin(order)
    expectWork(of: id)
    supervisor.send(order.line, to: id)
    if let film = worker.film { reportChange(order, of: film) }
  }

  /// Watches a worker while it has an order and is not paused.
  func expectWork(of id: WorkerID) {
    guard let worker = workers[id] else { return }
    supervisor.expect(of: id, worker.order == nil || worker.isHeld ? nil : WorkerLimits.patience)
  }

  func end(_ id: WorkerID) {
    workers[id]?.isEnding = true
    loop.kill(id)
  }

  func reportChange(_ order: PreviewOrder, of film: Int) {
    switch order {
    case .cell: news.append(.cells(film: film))
    case .sound: news.append(.sound(film: film))
    case .picture, .waveform, .plan: break
    }
  }

  /// Delivers rendered and failed parts to their requests.
  func settleWishes() {
    let settled = wishes.compactMap { wish in shelf.result(of: wish.thing, in: wish.film).map { (wish, $0) } }
    wishes.removeAll { shelf.result(of: $0.thing, in: $0.film) != nil }
    for (wish, result) in settled { wish.done(result) }
    // A picture is delivered once, and not cached.
    for path in shelf.forgetPictures() { try? removeFile(path) }
  }

  func backOff(_ reason: String) {
    news.append(.problem(reason))
    if rest == nil { rest = loop.startTimer(after: .seconds(3)) }
  }
}

extension PreviewRole {
  /// Whether its workers are paused while a person waits for a picture.
  fileprivate var isPausable: Bool { self == .cells || self == .timeline }
}
