import Basics
import Composition
import ContentDigest
import FoundationEssentials
import Processes
import RenderPlan

/// Keeps workers busy until every entry of a plan is in the store.
///
/// It handles events, such as a report, a worker's end or a timer, and answers with orders; only `run` waits.
final class WorkerPool {
  typealias WorkerID = Supervisor<WorkReport>.ID

  let plan: RenderPlan
  let planPath: String
  let options: RenderOptions
  let watch: WorkerWatch
  let loop: any ProcessLoop
  let supervisor: Supervisor<WorkReport>
  var work: WorkQueue
  var workers: [WorkerID: Worker] = [:]
  private let program: ChildCommand
  private let owner = TemporaryOwner()
  private var meter: ProgressMeter
  /// What the kernel cannot guard the workers against, each reported once.
  private var shortcomings: [String] = []
  /// Announces entries to other processes that render the same film; nil if there are none.
  let leases: Leases?
  private var renewal: EventLoop.TimerID?
  private var crew: WorkerCount
  /// Nil while there are to be no more workers.
  private var growth: EventLoop.TimerID?
  /// What each worker had computed at the last look.
  private var computed: [WorkerID: Duration] = [:]
  /// Entries whose files are there and have to be made again.
  private let damaged: Set<ContentDigest>
  /// The rendered entries that are in the store.
  var made: Set<ContentDigest> = []
  /// Entries reported as finished, but not visible yet.
  var late: [LateEntry] = []
  var lateness: EventLoop.TimerID?
  /// The workers that were lost at an order before it was reassigned; launched ones by their index. Repeated
  /// losses of one of those are not the fault of the order.
  private var losses: [WorkOrder: Set<Int>] = [:]
  /// The events to report and the entries that arrived since the previous event.
  var news: [RenderEvent] = []
  var arrived: [WorkOrder] = []

  var launches: Launches
  /// Which segments of launched workers are compared; nil if none are.
  var checks: WorkerChecks?
  /// What is rendered here when launched workers are checked: what cannot be checked in part.
  private var whole: [WorkOrder] = []
  /// The plan on one line, for launched workers.
  private(set) var planLine: [UInt8] = []

  struct Worker {
    var state = WorkerState()
    /// Nil for a worker that this process started itself.
    var launched: LaunchedWorker?
    var task = Task.making

    /// The task of a worker that this process started.
    enum Task: Hashable {
      case making
      /// Renders what cannot be checked in part.
      case makingWhole
      /// Renders again what the launched worker with this index rendered; nil between two segments.
      case checking(slot: Int?)

      var isChecking: Bool { if case .checking = self { true } else { false } }
    }
  }

  /// `program` is the command of a worker, with the arguments before those that every worker gets. `work` is
  /// nil for all missing entries. With `leases`, entries that others are rendering are left to them, and a
  /// lost worker costs only its time.
  init(
    plan: RenderPlan, planPath: String, options: RenderOptions, loop: any ProcessLoop,
    program: ChildCommand = ChildCommand(ChildProcess.ownExecutable), watch: WorkerWatch = WorkerWatch(),
    work: WorkQueue? = nil, leases: Leases? = nil, damaged: Set<ContentDigest> = [],
    processors: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    self.plan = plan
    self.planPath = planPath
    self.options = options
    self.program = program
    self.watch = watch
    self.loop = loop
    supervisor = Supervisor(on: loop, read: WorkReport.init(message:))
    self.work = work ?? WorkQueue(plan)
    crew =
      options.jobs.map(WorkerCount.init(exactly:))
      ?? WorkerCount(for: plan, segments: self.work.segmentCount, processors: processors)
    self.leases = leases
    self.damaged = damaged
    launches = Launches(options.launches)
    meter = ProgressMeter(plan)
    guard !launches.isEmpty, let checking = options.checking else { return }
    checks = WorkerChecks(checking)
    whole = self.work.takeWholes()
    for slot in checking.droppedSlots { launches.drop(slot) }
  }

  /// Whether anything is still being rendered or compared.
  var isWorking: Bool { !workers.isEmpty || !late.isEmpty }

  /// The orders of launched workers, announced only once all of them have passed their checks.
  var withheld: [WorkOrder] { checks?.made ?? [] }

  /// Renders everything, on a loop without other events. Returns the signal that stopped the work, or nil
  /// when all of it is done.
  func run(onEvent: (RenderEvent) -> Void) throws(ExportError) -> Signal? {
    // No worker may write into the store after it is cleaned up.
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
    defer { report(onEvent) }
    if !launches.isEmpty {
      do throws(FileError) { planLine = try readFile(planPath, limit: WorkerLimits.planBytes) } catch {
        throw ExportError(error)
      }
    }
    try startWorkers()
    if workers.isEmpty, !work.isEmpty { throw noWorkerIsLeft }
    if leases != nil { renewal = loop.startTimer(after: Leases.renewal) }
    if crew.canGrow { growth = loop.startTimer(after: WorkerCount.round) }
  }

  /// Starts more workers where the CPU cores have time for them.
  private func growCrew() throws(ExportError) {
    let times = workers.filter { $0.value.launched == nil }.keys.map { ($0, loop.processorTime(of: $0)) }
    let used = times.reduce(Duration.zero) { $0 + $1.1 - (computed[$1.0] ?? .zero) }
    computed = Dictionary(uniqueKeysWithValues: times)
    if crew.grow(after: used) { try startWorkers() }
    growth = crew.canGrow && work.hasSegments ? loop.startTimer(after: WorkerCount.round) : nil
  }

  private func report(_ onEvent: (RenderEvent) -> Void) {
    news.forEach(onEvent)
    news = []
  }

  func removeLeftovers() {
    // Entries that were not checked enough when the render ended are not for others.
    for order in checks?.unproven ?? [] { removeEntry(of: order) }
    for folder in options.store.folders(of: plan) {
      // A folder that cannot be cleaned up only keeps an unused file.
      try? owner.removeLeftovers(in: folder)
    }
  }

  func removeEntry(of order: WorkOrder) {
    guard let key = plan.key(of: order) else { return }
    made.remove(key)
    try? removeFile(options.store.path(of: key))
  }

  func beginUpload(of key: ContentDigest) throws(ExportError) -> UploadedEntry {
    try UploadedEntry(at: options.store.path(of: key), owner: owner)
  }
}

// MARK: - Workers and their orders

extension WorkerPool {
  func startWorkers() throws(ExportError) {
    do {
      while let order = nextForOwn() { give(order, to: try startOwn(.making, writing: options.store)) }
      if !whole.isEmpty, !workers.values.contains(where: { $0.task == .makingWhole }) {
        give(whole.removeFirst(), to: try startOwn(.makingWhole, writing: options.store))
      }
      for slot in launches.free where !work.isEmpty { try launch(slot) }
    } catch { throw ExportError(any: error) }
  }

  /// Starts a worker of this process.
  func startOwn(_ task: Worker.Task, writing store: SegmentStore) throws(SystemError) -> WorkerID {
    var command = program
    command.arguments += [
      renderWorkerCommand, "--plan", planPath, "--store", store.folder, "--parent", "\(ownProcessID)",
      "--owner", owner.name, "--sandbox", options.sandbox.rawValue, "--threads", "\(crew.threads)",
    ]
    if let folder = store.readFolder { command.arguments += ["--read-store", folder] }
    let id = try supervisor.start(.process(command), patience: watch.own)
    workers[id] = Worker(task: task)
    return id
  }

  /// Returns the first order for a worker of this process; nil if there are enough of them, or nothing is
  /// left.
  private func nextForOwn() -> WorkOrder? {
    guard !launches.isEmpty else {
      return nextFree { work.first(beside: workers.values.map(\.state.order), crew) }
    }
    let own = workers.values.count { $0.launched == nil && $0.task == .making }
    return own < crew.count ? nextForAnother() : nil
  }

  /// Returns the first order for one more worker, however many there are.
  func nextForAnother() -> WorkOrder? {
    let orders = workers.values.filter { $0.task == .making }.compactMap(\.state.order)
    return nextFree { work.first(beside: orders, WorkerCount(exactly: 1 << 20)) }
  }

  /// Returns the next order that no one else is rendering or has finished.
  func nextFree(_ take: () -> WorkOrder?) -> WorkOrder? {
    while let order = take() {
      guard let leases, let key = plan.key(of: order) else { return order }
      if !damaged.contains(key), options.store.hasFile(of: key) { continue }
      if leases.take(key) { return order }
    }
    return nil
  }

  func give(_ order: WorkOrder, to id: WorkerID) {
    workers[id]?.state.begin(order)
    if workers[id]?.launched != nil { expectOfLaunched(id) }
    supervisor.send(order.line, to: id)
  }

  /// A worker of this process that draws the last frame of a segment is told what follows, so that it need not wait until
  /// the encoder is done.
  private func giveNext(to id: WorkerID) {
    guard let worker = workers[id], worker.launched == nil, worker.task == .making,
      worker.state.isAtLastFrame(in: plan), let order = worker.state.order,
      let next = nextFree({ work.next(after: order) })
    else { return }
    workers[id]?.state.add(next)
    supervisor.send(next.line, to: id)
  }

  /// Gives a worker its next order. Without one, it is to end; one that was launched is not waited for.
  func proceed(_ order: WorkOrder?, _ id: WorkerID) {
    guard let worker = workers[id] else { return }
    if let order { return give(order, to: id) }
    workers[id]?.state.endWork()
    if worker.launched == nil { supervisor.closeInput(of: id) } else { release(id) }
    endIfDone()
  }

  /// Stops waiting when nothing is left to render: a machine may not have answered yet.
  func endIfDone() {
    guard checks?.isSatisfied != false else { return }
    if work.isEmpty, whole.isEmpty, late.isEmpty,
      workers.values.allSatisfy({ $0.launched != nil && $0.state.order == nil })
    {
      workers.keys.forEach(release)
    }
    if !isWorking { [renewal, lateness, growth].compactMap(\.self).forEach(loop.cancelTimer) }
  }

  /// Lets a worker end by itself, without waiting for it.
  func release(_ id: WorkerID) {
    supervisor.release(id)
    if let launched = workers.removeValue(forKey: id)?.launched { launches.end(launched.slot) }
  }

  /// Whether the whole film is rendered, except for comparisons.
  var isAllMade: Bool {
    work.isEmpty && late.isEmpty && workers.values.allSatisfy { $0.task != .making || $0.state.order == nil }
  }

  /// Whether only the last frames of segments are left to be encoded.
  var isDrawn: Bool {
    work.isEmpty && whole.isEmpty
      && workers.values.allSatisfy { $0.state.order == nil || $0.state.isAtLastFrame(in: plan) }
  }

  /// Whether any worker that renders segments is left.
  var hasMakers: Bool { workers.values.contains { $0.task == .making } }

  private var noWorkerIsLeft: ExportError {
    ExportError(.unavailable, "no worker is left: all were dropped because their segments differ")
  }

  /// Where in the film, and with which files, a worker was busy.
  func place(of worker: Worker) -> String {
    let state = worker.state
    guard let frame = state.frame else {
      if state.isDone { return " after its work was done" }
      return state.order?.isSound == true ? " while it mixed the sound" : ""
    }
    return " " + plan.composition.place(ofFrame: frame)
  }
}

// MARK: - Events

extension WorkerPool {
  /// Returns the orders whose entries have arrived in the store since the previous event.
  func handle(
    _ event: EventLoop.Event, _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) -> [WorkOrder] {
    defer {
      report(onEvent)
      arrived = []
    }
    if let renewal, event == .timer(renewal) {
      leases?.renew()
      self.renewal = loop.startTimer(after: Leases.renewal)
    } else if let growth, event == .timer(growth) {
      try growCrew()
    } else if let lateness, event == .timer(lateness) {
      self.lateness = nil
      try lookForLateEntries()
    }
    for event in supervisor.take(event) ?? [] {
      guard let worker = workers[event.worker] else { continue }
      do throws(ExportError) { try handle(event, of: worker) } catch {
        // An error of a worker on another machine ends only that worker.
        guard error.kind == .engine, workers[event.worker]?.launched != nil else { throw error }
        // An order that it has finished no longer counts as its order.
        let order = workers[event.worker]?.state.order ?? worker.state.order
        try dropLiar(event.worker, at: order, error.message)
      }
    }
    return arrived
  }

  private func handle(
    _ event: Supervisor<WorkReport>.Event, of worker: Worker
  ) throws(ExportError) {
    switch event {
    case .report(let report, let id):
      try handle(report, from: id, worker)
      news.append(.progress(meter.progress))
    case .noReport(let line, let id) where worker.launched != nil && worker.launched?.hello == nil:
      skipGreeting(line, of: id)
    case .hanging(let id, let silence) where worker.launched != nil: try giveUpSilent(id, silence)
    case .ended(let id, let status, _):
      if let command = command(of: worker) {
        let error = event.error(" that `\(command)` started" + place(of: worker))
        return try giveUp(id, ExportError(.unavailable, error.message))
      }
      workers[id] = nil
      if worker.state.order != nil || !status.isSuccess { try lose(worker, event.error(place(of: worker))) }
      try startWorkers()
      try check()
      endIfDone()
    case .noReport, .lineTooLong, .hanging: throw event.error(place(of: worker))
    }
  }

  private func handle(_ report: WorkReport, from id: WorkerID, _ worker: Worker) throws(ExportError) {
    let order = worker.state.order
    try workers[id]?.state.accept(report, in: plan)
    if let launched = worker.launched, launched.hello == nil {
      switch report {
      case .hello, .alive, .failed: break
      default: throw ExportError(.engine, "a worker reported something before it greeted")
      }
    }
    if workers[id]?.launched?.takesForProgress(report) ?? true { supervisor.progress(id) }
    switch report {
    case .ready(let shortcomings):
      for shortcoming in shortcomings where !self.shortcomings.contains(shortcoming) {
        self.shortcomings.append(shortcoming)
        news.append(.shortcoming(shortcoming))
      }
      if worker.launched != nil { proceed(nextForAnother(), id) }
    case .hello(let hello): try greet(id, hello)
    case .alive where worker.launched != nil: break
    case .piece(let piece): try takePiece(piece, from: id)
    case .frame:
      if !worker.task.isChecking { meter.countFrame() }
      giveNext(to: id)
    case .samples(let count): meter.countSamples(count, of: order)
    case .failed(.engine, let message) where worker.launched != nil,
      .failed(.unavailable, let message) where worker.launched != nil:
      // A machine on which something crashes is lost; others may take over its order.
      try giveUp(id, ExportError(.unavailable, message))
    case .failed(let kind, let message): throw ExportError(kind, message)
    case .alive, .joining, .written, .joined, .refused:
      throw ExportError(.engine, "a worker reported a film, which it was not to join")
    case .finished(let order) where worker.task.isChecking: try compare(order, madeBy: id)
    case .finished(let order): try takeEntry(of: order, from: id)
    }
  }

  /// Handles a worker that ended before its order was finished. If other machines render the same film,
  /// machines are lost now and then: the order is reassigned to another worker, unless several were lost at
  /// it.
  func lose(_ worker: Worker, _ error: ExportError) throws(ExportError) {
    guard leases != nil || worker.launched != nil, !worker.task.isChecking,
      let order = worker.state.drawnOrder
    else { throw error }
    for other in worker.state.orders where other != order {
      if let key = plan.key(of: other) { leases?.release(key) }
      work.putBack(other)
    }
    let lost = losses[order, default: []]
    losses[order] = lost.union([worker.launched?.slot ?? -1 - lost.count])
    if let key = plan.key(of: order) { leases?.release(key) }
    guard losses[order, default: []].count < WorkerLimits.attempts else { throw error }
    news.append(.shortcoming("\(error.message); \(order.name) is reassigned to another worker"))
    work.putBack(order)
  }
}
