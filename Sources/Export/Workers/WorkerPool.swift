import Basics
import Composition
import ContentDigest
import FoundationEssentials
import Processes
import RenderPlan

/// Keeps workers busy until every entry of a plan is in the store.
///
/// It is told what happens, a report, a worker's end, a moment in time, and answers with orders; it never waits.
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
  /// What the kernel cannot guard the workers against, each told once.
  private var shortcomings: [String] = []
  /// What other processes are told that make the same film; nil where no one else does.
  private let leases: Leases?
  private var renewal: EventLoop.TimerID?
  private var crew: WorkerCount
  /// Nil while there are to be no more workers.
  private var growth: EventLoop.TimerID?
  /// What each worker had computed at the last look.
  private var computed: [WorkerID: Duration] = [:]
  /// Entries whose files are there and have to be made again.
  private let damaged: Set<ContentDigest>
  /// What was made and is in the store.
  private(set) var made: Set<ContentDigest> = []
  /// What was reported as made and cannot be seen yet.
  private var late: [LateEntry] = []
  private var lateness: EventLoop.TimerID?
  /// Which workers were lost at an order, where the order is given to another one: the places of those that were launched. One that
  /// is lost again and again is no fault of the order.
  private var losses: [WorkOrder: Set<Int>] = [:]
  /// What is to be told, and which entries are there, since the event before.
  var news: [RenderEvent] = []
  private var arrived: [WorkOrder] = []

  var launches: Launches
  /// Which of the segments of launched workers are compared; nil where none are.
  var checks: WorkerChecks?
  /// What is made here where launched workers are checked: what cannot be checked in part.
  private var whole: [WorkOrder] = []
  /// The plan on one line, for launched workers.
  private(set) var planLine: [UInt8] = []

  struct Worker {
    var state = WorkerState()
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

  /// Whether something is still being made or compared.
  var isWorking: Bool { !workers.isEmpty || !late.isEmpty }

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
    // What was not checked enough when the render ended is not for others.
    for order in checks?.unproven ?? [] { removeEntry(of: order) }
    for folder in options.store.folders(of: plan) {
      // A folder that cannot be tidied up only keeps an unused file.
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
      "--owner", owner.name, "--sandbox", options.sandbox.rawValue,
    ]
    if let folder = store.readFolder { command.arguments += ["--read-store", folder] }
    let id = try supervisor.start(.process(command), patience: watch.own)
    workers[id] = Worker(task: task)
    return id
  }

  /// What a worker that this process starts is to begin with; nil if there are enough of them, or nothing is left.
  private func nextForOwn() -> WorkOrder? {
    guard !launches.isEmpty else {
      return nextFree { work.first(beside: workers.values.map(\.state.order), crew) }
    }
    let own = workers.values.count { $0.launched == nil && $0.task == .making }
    return own < crew.count ? nextForAnother() : nil
  }

  /// What one more worker is to begin with, beside however many.
  private func nextForAnother() -> WorkOrder? {
    let orders = workers.values.filter { $0.task == .making }.compactMap(\.state.order)
    return nextFree { work.first(beside: orders, WorkerCount(exactly: 1 << 20)) }
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
  private func proceed(_ order: WorkOrder?, _ id: WorkerID) {
    guard let worker = workers[id] else { return }
    if let order { return give(order, to: id) }
    workers[id]?.state.endWork()
    if worker.launched == nil { supervisor.closeInput(of: id) } else { release(id) }
    endIfDone()
  }

  /// Nothing is waited for when nothing is left to be made: a machine may not have answered yet.
  func endIfDone() {
    guard checks?.isSatisfied != false else { return }
    if work.isEmpty, whole.isEmpty, late.isEmpty,
      workers.values.allSatisfy({ $0.launched != nil && $0.state.order == nil })
    {
      workers.keys.forEach(release)
    }
    if !isWorking { [renewal, lateness, growth].compactMap(\.self).forEach(loop.cancelTimer) }
  }

  /// Lets a worker end by itself that is not waited for.
  func release(_ id: WorkerID) {
    supervisor.release(id)
    if let launched = workers.removeValue(forKey: id)?.launched { launches.end(launched.slot) }
  }

  /// Whether all of the film is made, but for what is made again.
  var isAllMade: Bool {
    work.isEmpty && late.isEmpty && workers.values.allSatisfy { $0.task != .making || $0.state.order == nil }
  }

  /// Whether anyone is left who makes segments.
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
  /// Returns what has been made and is in the store since the event before.
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
        // What a worker of another machine does wrong ends that worker alone.
        guard error.kind == .engine, workers[event.worker]?.launched != nil else { throw error }
        // What it says that it has finished is no order of it any more.
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
      // A machine on which something crashes is lost; what it was at may be made by others.
      try giveUp(id, ExportError(.unavailable, message))
    case .failed(let kind, let message): throw ExportError(kind, message)
    case .alive, .joining, .written, .joined, .refused:
      throw ExportError(.engine, "a worker reported a film, which it was not to join")
    case .finished(let order) where worker.task.isChecking: try compare(order, madeBy: id)
    case .finished(let order): try takeEntry(of: order, from: id)
    }
  }

  /// A worker that ended beside its order. Where other machines make the same film, machines are lost now and then: its order
  /// is reassigned to another worker, unless it has been the end of several.
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

// MARK: - Entries

/// An entry that a worker has made and that cannot be seen: servers of files can be late to show what was just made.
private struct LateEntry {
  let order: WorkOrder
  let key: ContentDigest
  let worker: WorkerPool.WorkerID
  var looks = 0

  static let pause = Duration.milliseconds(50)
  static let mostLooks = 60
}

extension WorkerPool {
  private func takeEntry(of order: WorkOrder, from id: WorkerID) throws(ExportError) {
    guard let key = plan.key(of: order) else { return }
    if let carried = workers[id]?.launched?.carried {
      workers[id]?.launched?.carried = nil
      try carried.commit(key)
    }
    try look(for: LateEntry(order: order, key: key, worker: id))
  }

  /// What a worker reported that is of no use any more is made again.
  func giveUpLateEntries(of id: WorkerID) {
    for entry in late where entry.worker == id { work.putBack(entry.order) }
    late.removeAll { $0.worker == id }
  }

  private func lookForLateEntries() throws(ExportError) {
    let entries = late
    late = []
    for var entry in entries {
      entry.looks += 1
      try look(for: entry)
    }
  }

  private func look(for entry: LateEntry) throws(ExportError) {
    let (order, id) = (entry.order, entry.worker)
    guard !options.store.hasFile(of: entry.key) else { return try take(entry) }
    let isLaunched = workers[id]?.launched != nil
    // Where the store itself is gone, nothing will come.
    if entry.looks < LateEntry.mostLooks, isLaunched || isThere(options.store.folder) {
      late.append(entry)
      if lateness == nil { lateness = loop.startTimer(after: LateEntry.pause) }
      return
    }
    // The cache can be cleared at any time.
    guard isLaunched else {
      throw ExportError(
        .temporary,
        "\(order.name) was finished, but is no longer in the store \(options.store.folder); run the command again"
      )
    }
    try dropLiar(
      id, at: order,
      "a worker reported \(order.name) as finished, and it is not in the store \(options.store.folder)")
  }

  /// An entry is there: its worker goes on.
  private func take(_ entry: LateEntry) throws(ExportError) {
    let (order, id) = (entry.order, entry.worker)
    let worker = workers[id]
    if let slot = worker?.launched?.slot {
      checks?.add(order, frames: plan.pictures(of: order)?.frames.count ?? 0, by: slot)
    }
    made.insert(entry.key)
    leases?.release(entry.key)
    // A launched worker is no part of the film before it has passed its checks.
    if checks == nil || worker?.launched == nil { arrived.append(order) }
    if worker?.state.order == nil {
      var next = worker == nil || worker?.task == .makingWhole ? nil : nextFree { work.next(after: order) }
      if worker?.launched != nil { next = next ?? nextForAnother() }
      proceed(next, id)
    }
    try check()
    endIfDone()
  }
}
