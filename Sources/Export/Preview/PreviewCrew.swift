import ContentDigest
package import Processes

/// Has the workers of a preview make what its pages ask for, and the rest of the films when nothing is asked for.
///
/// Cells, pictures and sound have workers of their own, and while pictures are made, those of cells are stopped. Where a new
/// version of a film differs, its workers of cells and sound end; the worker of pictures takes the new plan.
package final class PreviewCrew {
  private let loop: EventLoop
  private let folders: Folders
  private let jobs: Int
  private let sandbox: SandboxPolicy
  private let program: ChildCommand
  private let owner = TemporaryOwner()
  private var workers: [EventLoop.ChildID: PreviewWorker] = [:]
  private var wishes: [PreviewWish] = []
  /// After a failure of the machine, such as a full disk, workers rest until this timer.
  private var rest: EventLoop.TimerID?
  private var watchdog: EventLoop.TimerID?
  private var pause = CellPause()
  private var pauseTimer: EventLoop.TimerID?
  private var news: [News] = []
  private(set) var shelf = PreviewShelf()
  private var position = Position(film: 0, frame: 0)
  /// Whether cells are made that are not asked for.
  package var makesAll = true

  /// Where workers read and write.
  package struct Folders: Sendable {
    package var store: String
    /// Of the files that they make.
    package var made: String
    /// The plans are in folders of it.
    package var plans: String

    package init(store: String, made: String, plans: String) {
      self.store = store
      self.made = made
      self.plans = plans
    }
  }

  /// A place in the films.
  package struct Position: Hashable, Codable, Sendable {
    package var film: Int
    package var frame: Int64

    package init(film: Int, frame: Int64) {
      self.film = film
      self.frame = frame
    }
  }

  /// What has changed.
  package enum News: Hashable, Sendable {
    case cells(film: Int)
    case sound(film: Int)
    /// What the kernel cannot guard the workers against.
    case shortcoming(String)
    /// What keeps the workers from going on; nil when they do.
    case problem(String?)
  }

  package init(
    loop: EventLoop, folders: Folders, jobs: Int, sandbox: SandboxPolicy,
    program: ChildCommand = ChildCommand(ChildProcess.ownExecutable)
  ) {
    self.loop = loop
    self.folders = folders
    self.jobs = max(1, jobs)
    self.sandbox = sandbox
    self.program = program
  }

  /// What has changed since the last call.
  package func takeNews() -> [News] {
    defer { news = [] }
    return news
  }

  package func state(ofCell index: Int, of film: Int) -> PreviewCellState {
    let made = shelf.state(ofCell: index, of: film)
    guard made == .missing else { return made }
    return isBeingMade(.cell(index), of: film) ? .making : .missing
  }

  package func chunksMade(of film: Int) -> Int64 { shelf.chunksMade(of: film) }

  /// Whether all cells and all sound are there, or cannot be made.
  package var isComplete: Bool {
    workers.values.allSatisfy { $0.order == nil } && rest == nil
      && shelf.films.indices.allSatisfy { missingRuns(of: $0).isEmpty && !needsSound($0) }
  }

  /// Why parts of the films cannot be made, each reason once.
  package var reasonsOfFailures: [String] { shelf.reasonsOfFailures }
}

// MARK: - What is asked for

extension PreviewCrew {
  /// Takes the films of a new version. What is waited for in the old ones ends with an error.
  ///
  /// With `pictureMade`, the exact picture at the playhead comes before everything else, unless its cell is there.
  package func show(_ films: [PreviewFilm], pictureMade: ((Position) -> Void)? = nil) {
    for (id, worker) in workers where !isOfSameFilm(worker, films) {
      // Which of the new films it is to go on with is not known yet.
      if films.contains(where: worker.canTake) { workers[id]?.forgetFilm() } else { end(id) }
    }
    let old = wishes
    wishes = []
    for path in shelf.show(films) { try? removeFile(path) }
    if !films.indices.contains(position.film) { position = Position(film: 0, frame: 0) }
    for wish in old { wish.done(.failure(ExportError(.temporary, "the script has changed"))) }
    if let pictureMade { wantPictureAtPlayhead(pictureMade) }
    work()
  }

  private func isOfSameFilm(_ worker: PreviewWorker, _ films: [PreviewFilm]) -> Bool {
    guard let film = worker.film, films.indices.contains(film) else { return false }
    return shelf.films[film].planDigest == films[film].planDigest
  }

  /// Starts a worker of pictures before there is a plan, so that it need not be started when there is.
  package func prepare() {
    guard !workers.values.contains(where: { $0.role == .pictures }) else { return }
    _ = launch(.pictures)
  }

  private func wantPictureAtPlayhead(_ made: @escaping (Position) -> Void) {
    let place = position
    let picture = PreviewThing.picture(frame: place.frame, .jpg)
    guard shelf.films.indices.contains(place.film), shelf.result(of: picture, in: place.film) == nil,
      let cell = shelf.films[place.film].cell(at: place.frame),
      shelf.state(ofCell: cell, of: place.film) != .made
    else { return }
    wishes.append(
      PreviewWish(film: place.film, thing: picture, isWithdrawn: { false }) { result in
        if case .success = result { made(place) }
      })
  }

  /// The frame that is looked at: what follows it is made first.
  package func look(at place: Position) {
    guard shelf.films.indices.contains(place.film) else { return }
    position = place
    work()
  }

  /// Calls `done` when something is there, at once if it is already. Of pictures the newest wish comes first.
  package func want(
    _ thing: PreviewThing, of film: Int, isWithdrawn: @escaping () -> Bool = { false },
    done: @escaping (Result<Void, ExportError>) -> Void
  ) {
    if let result = shelf.result(of: thing, in: film) { return done(result) }
    wishes.append(PreviewWish(film: film, thing: thing, isWithdrawn: isWithdrawn, done: done))
    work()
  }

  /// Ends all workers and waits for their ends.
  package func stop() {
    for id in workers.keys { loop.kill(id) }
    while !workers.isEmpty, let event = try? loop.next() {
      if case .ended(let id, _, _) = event { workers[id] = nil }
    }
    try? owner.removeLeftovers(in: folders.store)
  }
}

// MARK: - Work

extension PreviewCrew {
  /// Gives orders to workers that have none, and starts workers.
  private func work() {
    wishes.removeAll { $0.isWithdrawn() }
    guard rest == nil else { return }
    while let (film, order) = nextPicture, let id = worker(for: .pictures, film) { give(order, to: id) }
    pauseOrResumeCells()
    // What starts at the same time takes the processors from it.
    if !isMakingFirstPicture {
      while let film = nextSound, let id = worker(for: .sound, film) { give(.sound, to: id) }
      if !pause.isOn { giveCells() }
    }
    if watchdog == nil, !workers.isEmpty { watchdog = loop.startTimer(after: WorkerLimits.watchdogRound) }
  }

  /// Whether the worker of pictures has not made its first one yet.
  private var isMakingFirstPicture: Bool {
    workers.values.contains { worker in
      worker.role == .pictures && worker.order != nil && !worker.hasCarriedOut && !worker.isEnding
        && worker.since.duration(to: .now) < .seconds(1)
    }
  }

  /// A person waits for a picture: until it is there, no cell takes the processors from it. What is stopped has its memory and
  /// its place in the clip, and goes on within microseconds.
  private func pauseOrResumeCells() {
    let isMakingPicture = workers.values.contains { $0.role == .pictures && $0.order != nil && !$0.isEnding }
    let now = ContinuousClock.now
    pause.update(isMakingPicture: isMakingPicture, at: now)
    for (id, worker) in workers
    where worker.role == .cells && !worker.isEnding && worker.isHeld != pause.isOn {
      workers[id]?.isHeld = pause.isOn
      loop.kill(id, with: pause.isOn ? .stop : .resume)
    }
    if pauseTimer == nil, let change = pause.nextChange { pauseTimer = loop.startTimer(after: change - now) }
  }

  /// The newest wish for a picture.
  private var nextPicture: (film: Int, order: PreviewOrder)? {
    let wish = wishes.last { $0.thing.isPicture && !isBeingMade($0.thing.order, of: $0.film) }
    return wish.map { ($0.film, $0.thing.order) }
  }

  /// The film whose sound is to be mixed.
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
    let now = ContinuousClock.now
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

  /// The runs of cells that are missing and not being made, from the playhead on and then from the start.
  private func missingRuns(of film: Int) -> [Range<Int>] {
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

  private func isBeingMade(_ order: PreviewOrder, of film: Int) -> Bool {
    workers.values.contains { $0.film == film && $0.order == order && !$0.isEnding }
  }

  private func needsSound(_ film: Int) -> Bool {
    shelf.result(of: .allSound, in: film) == nil && !isBeingMade(.sound, of: film)
      && shelf.films.indices.contains(film) && shelf.films[film].sound != nil
  }

  /// One that has nothing to do, or a new one; nil if there is one that works.
  private func worker(for role: PreviewRole, _ film: Int) -> EventLoop.ChildID? {
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

  private func start(_ role: PreviewRole, _ film: Int) -> EventLoop.ChildID? {
    guard shelf.films.indices.contains(film), let id = launch(role) else { return nil }
    givePlan(of: film, to: id)
    return id
  }

  private func launch(_ role: PreviewRole) -> EventLoop.ChildID? {
    do throws(SystemError) {
      let id = try loop.start(command(role))
      workers[id] = PreviewWorker(role: role)
      return id
    } catch {
      takeRest("\(error)")
      return nil
    }
  }

  private func givePlan(of film: Int, to id: EventLoop.ChildID) {
    workers[id]?.take(shelf.films[film], number: film)
    loop.send(PreviewOrder.plan(folder: shelf.films[film].files.own).line, to: id)
  }

  private func command(_ role: PreviewRole) -> ChildCommand {
    var command = program
    command.arguments += [
      "preview-worker", "--plans", folders.plans, "--made", folders.made, "--store", folders.store,
      "--parent",
      "\(ownProcessID)", "--owner", owner.name, "--sandbox", sandbox.rawValue, "--role", role.rawValue,
      // A picture at the cursor is alone; cells have a worker for each processor.
      "--threads", role == .pictures ? "\(min(jobs, 8))" : "1",
    ]
    return command
  }

  private func give(_ order: PreviewOrder, to id: EventLoop.ChildID) {
    guard let worker = workers[id] else { return }
    workers[id]?.begin(order)
    loop.send(order.line, to: id)
    if let film = worker.film { tell(order, of: film) }
  }

  private func end(_ id: EventLoop.ChildID) {
    workers[id]?.isEnding = true
    loop.kill(id)
  }

  private func tell(_ order: PreviewOrder, of film: Int) {
    switch order {
    case .cell: news.append(.cells(film: film))
    case .sound: news.append(.sound(film: film))
    case .picture, .plan: break
    }
  }

  /// What was made or failed is handed to those who wait for it.
  private func settleWishes() {
    let settled = wishes.compactMap { wish in shelf.result(of: wish.thing, in: wish.film).map { (wish, $0) } }
    wishes.removeAll { shelf.result(of: $0.thing, in: $0.film) != nil }
    for (wish, result) in settled { wish.done(result) }
    // A picture is handed over once: it is not kept.
    for path in shelf.forgetPictures() { try? removeFile(path) }
  }

  private func takeRest(_ reason: String) {
    news.append(.problem(reason))
    if rest == nil { rest = loop.startTimer(after: .seconds(3)) }
  }
}

// MARK: - Events

extension PreviewCrew {
  /// Whether the event was about its workers or timers.
  package func handle(_ event: EventLoop.Event) -> Bool {
    switch event {
    case .line(let id, let line):
      guard workers[id] != nil else { return false }
      handle(PreviewReport(line: line), from: id)
    case .lineTooLong(let id):
      guard workers[id] != nil else { return false }
      handle(nil, from: id)
    case .ended(let id, let status, let errorText):
      guard let worker = workers.removeValue(forKey: id) else { return false }
      handleEnd(of: worker, status, errorText)
    case .timer(let timer):
      if timer == rest {
        rest = nil
        news.append(.problem(nil))
      } else if timer == pauseTimer {
        pauseTimer = nil
      } else if timer == watchdog {
        watchdog = nil
        endHangingWorkers()
      } else {
        return false
      }
    case .interrupted, .readable, .writable: return false
    }
    settleWishes()
    work()
    return true
  }

  private func handle(_ report: PreviewReport?, from id: EventLoop.ChildID) {
    guard let worker = workers[id], !worker.isEnding else { return }
    // A worker decodes files of unknown origin: what it says counts only if it can be true.
    guard let report, workers[id]?.accept(report) == true else {
      return fail(id, worker.order, "a worker sent a report that cannot be true")
    }
    guard let film = worker.film else { return takeOutdated(report, from: worker) }
    switch report {
    case .ready(let shortcomings): news += shortcomings.map(News.shortcoming)
    case .working: break
    case .chunk(let number):
      if shelf.addChunk(number, of: film) {
        news.append(.sound(film: film))
      } else {
        fail(id, .sound, "a worker reported a second of sound that it did not make")
      }
    case .made(let order):
      if shelf.add(order, of: film) {
        tell(order, of: film)
      } else {
        fail(id, order, "a worker reported a file as made that is not there")
      }
    case .failed(let order, let kind, let message): take(kind, message, order, of: film)
    }
  }

  /// Of a picture of an older version, only the file is of interest: it goes.
  private func takeOutdated(_ report: PreviewReport, from worker: PreviewWorker) {
    switch report {
    case .ready(let shortcomings): news += shortcomings.map(News.shortcoming)
    case .made(.picture(let frame, let kind)):
      if let files = worker.files { try? removeFile(files.picture(frame, kind)) }
    case .failed(nil, _, let message): takeRest(message)
    case .working, .chunk, .made, .failed: break
    }
  }

  private func take(_ kind: ExportError.Kind, _ message: String, _ order: PreviewOrder?, of film: Int) {
    switch kind {
    // The next version, or a moment later, may have more luck.
    case .storeUnusable, .temporary, .unavailable, .inputOutput, .cannotCreate: takeRest(message)
    default:
      guard let order else { return takeRest(message) }
      shelf.fail(order, of: film, message)
      tell(order, of: film)
    }
  }

  private func fail(_ id: EventLoop.ChildID, _ order: PreviewOrder?, _ message: String) {
    guard let worker = workers[id] else { return }
    if let order, let film = worker.film {
      shelf.fail(order, of: film, message)
      tell(order, of: film)
    }
    end(id)
  }

  private func handleEnd(of worker: PreviewWorker, _ status: ProcessStatus, _ errorText: String) {
    guard !worker.isEnding else { return }
    let place = worker.frame.map { " at frame \($0)" } ?? ""
    let message = endOfWorker(status, place, errorText: errorText).message
    guard let order = worker.order else { return takeRest(message) }
    guard let film = worker.film else { return }
    shelf.fail(order, of: film, message)
    tell(order, of: film)
  }

  private func endHangingWorkers() {
    for (id, worker) in workers where worker.order != nil && !worker.isHeld {
      let time = loop.processID(of: id).flatMap(processorTime) ?? .zero
      if workers[id]?.silence.countRound(time, WorkerWatch()) == true {
        fail(id, worker.order, "a worker hung")
      }
    }
  }
}
