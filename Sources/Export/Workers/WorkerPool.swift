import Basics
import Composition
import ContentDigest
import Glibc
import Processes
import RenderPlan

/// Keeps workers busy until every entry of a plan is in the store.
///
/// One thread waits for whatever happens next: a report, a worker's end, an interrupt, the watchdog.
final class WorkerPool {
  private let plan: RenderPlan
  private let planPath: String
  private let options: RenderOptions
  private let program: ChildCommand
  private let watch: WorkerWatch
  private let loop: EventLoop
  private let owner = TemporaryOwner()
  private var work: WorkQueue
  private var workers: [EventLoop.ChildID: Worker] = [:]
  private var meter: ProgressMeter
  private var watchdog: EventLoop.TimerID?
  /// What the kernel cannot guard the workers against, each told once.
  private var shortcomings: [String] = []
  /// What other processes are told that make the same film; nil where no one else does.
  private let leases: Leases?
  private var renewal: EventLoop.TimerID?
  /// Entries whose files are there and have to be made again.
  private let damaged: Set<ContentDigest>
  /// What was made and is in the store.
  private(set) var made: Set<ContentDigest> = []
  /// Which workers were lost at an order, where the order is given to another one: the places of those that were launched. One that
  /// is lost again and again is no fault of the order.
  private var losses: [WorkOrder: Set<Int>] = [:]

  private var launches: Launches
  /// Which of the segments of launched workers are compared; nil where none are.
  private var checks: WorkerChecks?
  /// What is made here where launched workers are checked: what cannot be checked in part.
  private var whole: [WorkOrder] = []
  /// Counts the seconds of silence of workers that were launched.
  private var second: EventLoop.TimerID?
  /// The plan on one line, for them.
  private var planLine: [UInt8] = []

  private struct Worker {
    var state = WorkerState()
    var silence = WorkerSilence()
    /// Nil for one that this process started itself.
    var launched: LaunchedWorker?
    var task = Task.making

    /// What one is for that this process started.
    enum Task: Hashable {
      case making
      /// Makes what is made here where launched workers are checked.
      case makingWhole
      /// Makes again what the launched worker of this place made; nil between two segments.
      case checking(slot: Int?)

      var isChecking: Bool { if case .checking = self { true } else { false } }
    }
  }

  /// `program` is what a worker runs, with the arguments before those that every worker gets. `work` is what is to be made;
  /// nil for all that the store does not hold. With `leases`, what others make meanwhile is left to them, and a worker that is
  /// lost costs no more than its time.
  init(
    plan: RenderPlan, planPath: String, options: RenderOptions, loop: EventLoop,
    program: ChildCommand = ChildCommand(ChildProcess.ownExecutable), watch: WorkerWatch = WorkerWatch(),
    work: WorkQueue? = nil, leases: Leases? = nil, damaged: Set<ContentDigest> = []
  ) {
    self.plan = plan
    self.planPath = planPath
    self.options = options
    self.program = program
    self.watch = watch
    self.loop = loop
    self.work = work ?? WorkQueue(plan)
    self.leases = leases
    self.damaged = damaged
    launches = Launches(options.launches)
    meter = ProgressMeter(plan)
    guard !launches.isEmpty, let checking = options.checking else { return }
    checks = WorkerChecks(checking)
    whole = self.work.takeWholes()
    for slot in checking.droppedSlots { launches.drop(slot) }
  }

  /// Whether something is still being made or compared.
  var isWorking: Bool { !workers.isEmpty }

  /// What launched workers made, which is told only when all of them have passed their checks.
  var withheld: [WorkOrder] { checks?.made ?? [] }

  /// Makes everything, where nothing else happens on the loop. Returns the signal that stopped the work, or nil when all of it
  /// is done.
  func run(onEvent: (RenderEvent) -> Void) throws(ExportError) -> Signal? {
    // No worker may write into the store after it is tidied up.
    defer {
      letLaunchedEnd()
      loop.endChildren()
      removeLeftovers()
    }
    do {
      try start(onEvent)
      while isWorking, let event = try loop.next() {
        if case .interrupted(let signal) = event { return signal }
        _ = try handle(event, onEvent)
      }
      return nil
    } catch { throw ExportError(any: error) }
  }

  func start(_ onEvent: (RenderEvent) -> Void) throws(ExportError) {
    onEvent(.progress(meter.progress))
    if !launches.isEmpty {
      do throws(FileError) { planLine = try readFile(planPath, limit: WorkerLimits.planBytes) } catch {
        throw ExportError(error)
      }
      second = loop.startTimer(after: .seconds(1))
    }
    try startWorkers()
    if workers.isEmpty, !work.isEmpty { throw noWorkerIsLeft }
    watchdog = loop.startTimer(after: watch.round)
    if leases != nil { renewal = loop.startTimer(after: Leases.renewal) }
  }

  // MARK: Workers

  private func startWorkers() throws(ExportError) {
    do {
      while let order = nextForOwn() {
        let id = try loop.start(command)
        workers[id] = Worker()
        give(order, to: id)
      }
      if !whole.isEmpty, !workers.values.contains(where: { $0.task == .makingWhole }) {
        let id = try loop.start(command)
        workers[id] = Worker(task: .makingWhole)
        give(whole.removeFirst(), to: id)
      }
      for slot in launches.free where !work.isEmpty {
        let id = try loop.start(
          ChildCommand("/bin/sh", ["-c", launches.slots[slot].command]),
          lineLimit: WorkerLimits.carriedLineBytes, unsentLimit: WorkerLimits.planBytes * 2)
        workers[id] = Worker(launched: LaunchedWorker(slot: slot))
        launches.begin(slot)
        loop.send(try opening().line, to: id)
      }
    } catch { throw ExportError(any: error) }
  }

  /// What a worker that this process starts is to begin with; nil if there are enough of them, or nothing is left.
  private func nextForOwn() -> WorkOrder? {
    guard !launches.isEmpty else {
      return nextFree { work.first(beside: workers.values.map(\.state.order), jobs: options.jobs) }
    }
    let own = workers.values.count { $0.launched == nil && $0.task == .making }
    return own < options.jobs ? nextForAnother() : nil
  }

  /// What one more worker is to begin with, beside however many.
  private func nextForAnother() -> WorkOrder? {
    let orders = workers.values.filter { $0.task == .making }.compactMap(\.state.order)
    return nextFree { work.first(beside: orders, jobs: 1 << 20) }
  }

  private func opening() throws(ExportError) -> Handshake.Request {
    do {
      let store = try realPath(options.store.folder) ?? options.store.folder
      return Handshake.Request(
        codec: plan.settings.video?.codec.rawValue, hasFilters: plan.composition.hasFFmpegFilters,
        plan: try ContentDigest.of(planLine), store: store, sandbox: options.sandbox.rawValue)
    } catch { throw ExportError(any: error) }
  }

  /// The next order that no one else is at or has carried out.
  private func nextFree(_ take: () -> WorkOrder?) -> WorkOrder? {
    while let order = take() {
      guard let leases, let key = plan.key(of: order) else { return order }
      if !damaged.contains(key), options.store.hasFile(of: key) { continue }
      if leases.take(key) { return order }
    }
    return nil
  }

  private var command: ChildCommand { command(of: options.store) }

  private func command(of store: SegmentStore) -> ChildCommand {
    var command = program
    command.arguments += [
      renderWorkerCommand, "--plan", planPath, "--store", store.folder, "--parent", "\(ownProcessID)",
      "--owner", owner.name, "--sandbox", options.sandbox.rawValue,
    ]
    if let folder = store.readFolder { command.arguments += ["--read-store", folder] }
    return command
  }

  private func give(_ order: WorkOrder, to id: EventLoop.ChildID) {
    workers[id]?.state.begin(order)
    loop.send(order.line, to: id)
  }

  func removeLeftovers() {
    // What was not checked enough when the render ended is not for others.
    for order in checks?.unproven ?? [] { removeEntry(of: order) }
    for folder in options.store.folders(of: plan) {
      // A folder that cannot be tidied up only keeps an unused file.
      try? owner.removeLeftovers(in: folder)
    }
  }

  // MARK: Events

  /// Returns what has been made and is in the store, if that is what the event says.
  func handle(
    _ event: EventLoop.Event, _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) -> WorkOrder? {
    switch event {
    case .line(let id, let line):
      // One that was given up or let go can still say something.
      guard let worker = workers[id] else { return nil }
      guard worker.launched != nil else { return try handle(line, from: id, onEvent) }
      do throws(ExportError) { return try handle(line, from: id, onEvent) } catch {
        // What a worker of another machine does wrong ends that worker alone.
        guard error.kind == .engine, workers[id]?.launched != nil else { throw error }
        // What it says that it has finished is no order of it any more.
        try dropLiar(id, at: workers[id]?.state.order ?? worker.state.order, error.message, onEvent)
      }
    case .ended(let id, let status, let errorText):
      try handleEnd(of: id, status, errorText, onEvent)
    case .timer(let timer) where timer == renewal:
      leases?.renew()
      renewal = loop.startTimer(after: Leases.renewal)
    case .timer(let timer) where timer == second:
      try lookForLostWorkers(onEvent)
      second = loop.startTimer(after: .seconds(1))
    case .timer: try lookForHangingWorkers()
    case .lineTooLong(let id):
      guard let worker = workers[id] else { return nil }
      guard worker.launched != nil else {
        throw ExportError(.engine, "a worker sent a line longer than \(loop.lineLimit) bytes")
      }
      try dropLiar(
        id, at: worker.state.order, "a worker sent a line longer than \(WorkerLimits.carriedLineBytes) bytes",
        onEvent)
    case .interrupted, .readable, .writable: break
    }
    return nil
  }

  private func handle(
    _ line: String, from id: EventLoop.ChildID, _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) -> WorkOrder? {
    guard let report = WorkReport(message: line) else {
      if try skipGreeting(line, of: id, onEvent) { return nil }
      throw ExportError(.engine, "a worker sent a line that is not a report: \(line.prefix(200))")
    }
    // A launched worker is no part of the film before it has passed its checks, and what is checked is made already.
    let isTold = workers[id]?.task.isChecking == false && (checks == nil || workers[id]?.launched == nil)
    try handle(report, from: id, onEvent)
    onEvent(.progress(meter.progress))
    if case .finished(let order) = report, isTold { return order }
    return nil
  }

  private func handle(
    _ report: WorkReport, from id: EventLoop.ChildID, _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) {
    // One that was given up or let go can still say something.
    guard let worker = workers[id] else { return }
    let order = worker.state.order
    try workers[id]?.state.accept(report, in: plan)
    workers[id]?.silence.end()
    if let launched = worker.launched, launched.hello == nil {
      switch report {
      case .hello, .alive, .failed: break
      default: throw ExportError(.engine, "a worker reported something before it greeted")
      }
    }
    workers[id]?.launched?.note(report)
    switch report {
    case .ready(let shortcomings):
      for shortcoming in shortcomings where !self.shortcomings.contains(shortcoming) {
        self.shortcomings.append(shortcoming)
        onEvent(.shortcoming(shortcoming))
      }
      if worker.launched != nil { proceed(nextForAnother(), id) }
    case .hello(let hello): try greet(id, hello)
    case .alive where worker.launched != nil: break
    case .piece(let piece): try takePiece(piece, from: id)
    case .frame: if !worker.task.isChecking { meter.countFrame() }
    case .samples(let count): meter.countSamples(count, of: order)
    case .failed(.engine, let message) where worker.launched != nil,
      .failed(.unavailable, let message) where worker.launched != nil:
      // A machine on which something crashes is lost; what it was at may be made by others.
      try giveUp(id, ExportError(.unavailable, message), onEvent)
    case .failed(let kind, let message): throw ExportError(kind, message)
    case .alive, .joining, .written, .joined, .refused:
      throw ExportError(.engine, "a worker reported a film, which it was not to join")
    case .finished(let order) where worker.task.isChecking: try compare(order, madeBy: id, onEvent)
    case .finished(let order):
      guard let key = plan.key(of: order), try isInStore(key, by: id) else {
        if worker.launched != nil {
          throw ExportError(
            .engine,
            "a worker reported \(order.name) as finished, and it is not in the store \(options.store.folder)")
        }
        // The cache can be cleared at any time.
        throw ExportError(
          .temporary,
          "\(order.name) was finished, but is no longer in the store \(options.store.folder); run the command again"
        )
      }
      if let slot = worker.launched?.slot {
        checks?.add(order, frames: plan.pictures(of: order)?.frames.count ?? 0, by: slot)
      }
      made.insert(key)
      leases?.release(key)
      var next = worker.task == .makingWhole ? nil : nextFree { work.next(after: order) }
      if worker.launched != nil { next = next ?? nextForAnother() }
      proceed(next, id)
      try check(onEvent)
    }
  }

  /// Gives a worker its next order. Without one, it is to end; one that was launched is not waited for.
  private func proceed(_ order: WorkOrder?, _ id: EventLoop.ChildID) {
    if let order { return give(order, to: id) }
    workers[id]?.state.endWork()
    loop.closeInput(of: id)
    if let launched = workers[id]?.launched {
      workers[id] = nil
      launches.end(launched.slot)
    }
    endIfDone()
  }

  /// Nothing is waited for when nothing is left to be made: a machine may not have answered yet.
  private func endIfDone() {
    guard checks?.isSatisfied != false else { return }
    if work.isEmpty, whole.isEmpty, workers.values.allSatisfy({ $0.launched != nil && $0.state.order == nil })
    {
      for (id, worker) in workers {
        loop.closeInput(of: id)
        if let slot = worker.launched?.slot { launches.end(slot) }
      }
      workers = [:]
    }
    if workers.isEmpty { [watchdog, renewal, second].compactMap(\.self).forEach(loop.cancelTimer) }
  }

  private func handleEnd(
    of id: EventLoop.ChildID, _ status: ProcessStatus, _ errorText: String,
    _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) {
    guard let worker = workers[id] else { return }
    if let launched = worker.launched {
      let command = launches.slots[launched.slot].command
      let error = endOfWorker(
        status, " that `\(command)` started" + place(of: worker), errorText: errorText)
      return try giveUp(id, ExportError(.unavailable, error.message), onEvent)
    }
    workers[id] = nil
    if worker.state.order != nil || !status.isSuccess {
      try lose(worker, endOfWorker(status, place(of: worker), errorText: errorText), onEvent)
    }
    try startWorkers()
    try check(onEvent)
    endIfDone()
  }

  /// A worker that ended beside its order. Where other machines make the same film, machines are lost now and then: its order
  /// is given to another worker, unless it has been the end of several.
  private func lose(
    _ worker: Worker, _ error: ExportError, _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) {
    guard leases != nil || worker.launched != nil, !worker.task.isChecking, let order = worker.state.order
    else { throw error }
    let lost = losses[order, default: []]
    losses[order] = lost.union([worker.launched?.slot ?? -1 - lost.count])
    if let key = plan.key(of: order) { leases?.release(key) }
    guard losses[order, default: []].count < WorkerLimits.attempts else { throw error }
    onEvent(.shortcoming("\(error.message); \(order.name) is given to another worker"))
    work.putBack(order)
  }

  private func lookForHangingWorkers() throws(ExportError) {
    for (id, var worker) in workers where worker.launched == nil {
      let time = loop.processID(of: id).flatMap(processorTime) ?? .zero
      let isHanging = worker.silence.countRound(time, watch)
      workers[id] = worker
      if isHanging { throw worker.silence.error(watch, place(of: worker)) }
    }
    watchdog = loop.startTimer(after: watch.round)
  }

  // MARK: Workers that were launched

  private func greet(_ id: EventLoop.ChildID, _ hello: Handshake.Reply) throws(ExportError) {
    guard let launched = workers[id]?.launched, launched.hello == nil, let origin = options.origin else {
      throw ExportError(.engine, "a worker said hello, which it was not to do")
    }
    let command = launches.slots[launched.slot].command
    if let difference = origin.difference(from: hello.engine) {
      throw ExportError(
        .unavailable,
        "the worker that `\(command)` starts cannot make this film: \(difference); use the same versions on all machines"
      )
    }
    if hello.carries, plan.pass != nil {
      throw ExportError(
        .unavailable,
        "the worker that `\(command)` starts has no store in common with this machine, which two passes need")
    }
    workers[id]?.launched?.hello = hello
    loop.send(String(decoding: planLine.dropLast(), as: UTF8.self), to: id)
  }

  private func takePiece(_ piece: String, from id: EventLoop.ChildID) throws(ExportError) {
    guard let launched = workers[id]?.launched, launched.hello?.carries == true,
      let key = workers[id]?.state.order.flatMap({ plan.key(of: $0) })
    else { throw ExportError(.engine, "a worker sent a piece of an entry that it was not to make") }
    let carried: UploadedEntry
    if let begun = launched.carried {
      carried = begun
    } else {
      carried = try UploadedEntry(at: options.store.path(of: key), owner: owner)
    }
    workers[id]?.launched?.carried = carried
    try carried.append(piece)
  }

  /// Whether an entry that was reported is there. Servers of files can be late to show what was just made.
  private func isInStore(_ key: ContentDigest, by id: EventLoop.ChildID) throws(ExportError) -> Bool {
    if let carried = workers[id]?.launched?.carried {
      workers[id]?.launched?.carried = nil
      try carried.commit(key)
    }
    for _ in 0..<60 {
      if options.store.hasFile(of: key) { return true }
      // The store was removed.
      if workers[id]?.launched == nil, !isThere(options.store.folder) { return false }
      usleep(50_000)
    }
    return false
  }

  /// Those of which nothing was heard are lost: the network, the machine or its program is gone.
  private func lookForLostWorkers(_ onEvent: (RenderEvent) -> Void) throws(ExportError) {
    for id in workers.keys.sorted() {
      workers[id]?.launched?.countSecond()
      guard let worker = workers[id], let launched = worker.launched,
        let loss = launched.loss(watch, mostIdleSeconds: mostIdleSeconds(of: worker.state))
      else { continue }
      try giveUp(id, ExportError(.unavailable, "\(name(of: launched)) \(loss)"), onEvent)
    }
  }

  /// How long a launched worker may take for its next step forward.
  private func mostIdleSeconds(of state: WorkerState) -> Int {
    let usual = watch.mostSecondsWithoutProgress
    // Before it is ready, it reads its media; before the first sample of a mix, all of the sound.
    guard let order = state.order else {
      let bytes = options.media.reduce(Int64(0)) { $0 &+ $1.byteCount }
      return usual + Int(max(0, bytes) / WorkerWatch.slowestBytesPerSecond)
    }
    let samples = plan.track(of: order)?.samples.count ?? 0
    return usual + samples / max(1, plan.composition.mix.sampleRate)
  }

  private func name(of launched: LaunchedWorker) -> String {
    "the worker that `\(launches.slots[launched.slot].command)` started"
  }

  /// What stands before the first word of a launched worker: the greeting of a login shell, or of the program that starts it. It is
  /// shown, since it may say why there is no worker.
  private func skipGreeting(
    _ line: String, of id: EventLoop.ChildID, _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) -> Bool {
    guard let launched = workers[id]?.launched, launched.hello == nil else { return false }
    workers[id]?.launched?.greetings += 1
    let command = launches.slots[launched.slot].command
    switch launched.greetings {
    case ..<WorkerLimits.greetingLines: onEvent(.note("`\(command)` says: \(line.prefix(200))"))
    case WorkerLimits.greetingLines: onEvent(.note("`\(command)` says more, which is not shown"))
    default: break
    }
    return true
  }

  /// Lets a launched worker go that said what cannot be true. Its order is not at fault.
  private func dropLiar(
    _ id: EventLoop.ChildID, at order: WorkOrder?, _ message: String, _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) {
    guard let launched = workers[id]?.launched else { return }
    if let order { work.putBack(order) }
    workers[id]?.state = WorkerState()
    try giveUp(
      id, ExportError(.unavailable, "\(name(of: launched)) is dropped: \(message)"), onEvent)
  }

  /// Lets a worker go that was launched and is of no use any more. Others make what it was at, also a new one that the same
  /// command starts; but not for ever.
  private func giveUp(
    _ id: EventLoop.ChildID, _ error: ExportError, _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) {
    guard let worker = workers.removeValue(forKey: id), let launched = worker.launched else { throw error }
    loop.kill(id)
    launches.fail(launched.slot, hadWorker: launched.hello != nil)
    if worker.state.order != nil {
      try lose(worker, error, onEvent)
    } else {
      onEvent(.shortcoming(error.message))
    }
    try startWorkers()
    if !hasMakers, !work.isEmpty { throw error }
    try check(onEvent)
    endIfDone()
  }

  /// Whether anyone is left who makes segments.
  private var hasMakers: Bool { workers.values.contains { $0.task == .making } }

  private var noWorkerIsLeft: ExportError {
    ExportError(.unavailable, "no worker is left: all of them were dropped, because what they made differs")
  }

  // MARK: Checking workers that were launched

  /// Has the next segment made again here that is to be compared; when all are made and compared, the worker for that ends.
  private func check(_ onEvent: (RenderEvent) -> Void) throws(ExportError) {
    guard checks != nil else { return }
    let checker = workers.first { $0.value.task.isChecking }
    guard checker == nil || checker?.value.task == .checking(slot: nil) else { return }
    let isAllMade =
      work.isEmpty && workers.values.allSatisfy { $0.task != .making || $0.state.order == nil }
    guard let (order, slot) = checks?.next(isAllMade: isAllMade) else {
      guard isAllMade, let id = checker?.key else { return }
      if let summary = checks?.summary {
        onEvent(.note("\(summary) were made here as well, with equal bytes"))
      }
      workers[id] = nil
      loop.closeInput(of: id)
      return endIfDone()
    }
    do {
      let id: EventLoop.ChildID
      if let there = checker?.key {
        id = there
      } else {
        try makeFolder(checkedStore.folder)
        id = try loop.start(command(of: checkedStore))
      }
      var worker = workers[id] ?? Worker()
      worker.task = .checking(slot: slot)
      workers[id] = worker
      give(order, to: id)
    } catch { throw ExportError(any: error) }
  }

  /// Where segments are made that are only compared.
  private var checkedStore: SegmentStore { options.store.writing(into: options.workFolder + "/checked") }

  private func compare(
    _ order: WorkOrder, madeBy id: EventLoop.ChildID, _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) {
    guard case .checking(let slot?)? = workers[id]?.task, let key = plan.key(of: order) else { return }
    workers[id]?.task = .checking(slot: nil)
    let (own, other) = (checkedStore.path(of: key), options.store.path(of: key))
    defer { try? removeFile(own) }
    if try !haveSameBytes(own, other) { try drop(slot, becauseOf: order, onEvent) }
    try check(onEvent)
  }

  /// Drops a worker of which a segment differs, and has all that it made made again.
  private func drop(
    _ slot: Int, becauseOf order: WorkOrder, _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) {
    let made = checks?.remove(slot) ?? []
    for order in made {
      removeEntry(of: order)
      work.putBack(order)
    }
    let command = launches.slots[slot].command
    let error = ExportError(
      .unavailable,
      "the worker that `\(command)` started is dropped: \(order.name) differs from what this machine makes of it; "
        + (made.count == 1 ? "it is made again" : "all \(made.count) segments that it made are made again"))
    onEvent(.shortcoming(error.message))
    for (id, worker) in workers where worker.launched?.slot == slot {
      if let order = worker.state.order { work.putBack(order) }
      workers[id] = nil
      loop.kill(id)
    }
    options.checking?.drop(slot)
    launches.drop(slot)
    try startWorkers()
    if !hasMakers { throw error }
  }

  private func removeEntry(of order: WorkOrder) {
    guard let key = plan.key(of: order) else { return }
    made.remove(key)
    try? removeFile(options.store.path(of: key))
  }

  /// Those that were launched find their input closed and end by themselves, which tidies up on their machines; they are not
  /// waited for longer than a moment.
  func letLaunchedEnd() {
    guard !launches.isEmpty else { return }
    for id in loop.runningChildren { loop.closeInput(of: id) }
    let end = loop.startTimer(after: .seconds(5))
    while !loop.runningChildren.isEmpty, let event = try? loop.next(), event != .timer(end) {}
    loop.cancelTimer(end)
  }

  // MARK: Naming what went wrong

  /// Where in the film, and with which files, a worker was busy.
  private func place(of worker: Worker) -> String {
    let state = worker.state
    guard let frame = state.frame else {
      if state.isDone { return " after its work was done" }
      return state.order?.isSound == true ? " while it mixed the sound" : ""
    }
    return " " + plan.composition.place(ofFrame: frame)
  }
}
