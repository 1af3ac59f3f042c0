import Basics
import Composition
import ContentDigest
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
  /// How often the worker of an order was lost, where the order is given to another one.
  private var losses: [WorkOrder: Int] = [:]

  private struct Worker {
    var state = WorkerState()
    var silence = WorkerSilence()
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
    meter = ProgressMeter(plan)
  }

  /// Whether something is still being made.
  var isWorking: Bool { !workers.isEmpty }

  /// Makes everything, where nothing else happens on the loop. Returns the signal that stopped the work, or nil when all of it
  /// is done.
  func run(onEvent: (RenderEvent) -> Void) throws(ExportError) -> Signal? {
    // No worker may write into the store after it is tidied up.
    defer {
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

  func start(_ onEvent: (RenderEvent) -> Void) throws(SystemError) {
    onEvent(.progress(meter.progress))
    try startWorkers()
    watchdog = loop.startTimer(after: watch.round)
    if leases != nil { renewal = loop.startTimer(after: Leases.renewal) }
  }

  // MARK: Workers

  private func startWorkers() throws(SystemError) {
    while let order = nextFree({
      work.first(beside: workers.values.map(\.state.order), jobs: options.jobs)
    }) {
      let id = try loop.start(command)
      workers[id] = Worker()
      give(order, to: id)
    }
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

  private var command: ChildCommand {
    var command = program
    command.arguments += [
      "worker", "--plan", planPath, "--store", options.store.folder, "--parent", "\(ownProcessID)",
      "--owner", owner.name, "--sandbox", options.sandbox.rawValue,
    ]
    if let folder = options.store.readFolder { command.arguments += ["--read-store", folder] }
    return command
  }

  private func give(_ order: WorkOrder, to id: EventLoop.ChildID) {
    workers[id]?.state.begin(order)
    loop.send(order.line, to: id)
  }

  func removeLeftovers() {
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
      guard let report = WorkReport(message: line) else {
        throw ExportError(.engine, "a worker sent a line that is not a report: \(line.prefix(200))")
      }
      try handle(report, from: id, onEvent)
      onEvent(.progress(meter.progress))
      if case .finished(let order) = report { return order }
    case .ended(let id, let status, let errorText):
      try handleEnd(of: id, status, errorText, onEvent)
    case .timer(let timer) where timer == renewal:
      leases?.renew()
      renewal = loop.startTimer(after: Leases.renewal)
    case .timer: try lookForHangingWorkers()
    case .lineTooLong:
      throw ExportError(.engine, "a worker sent a line longer than \(loop.lineLimit) bytes")
    case .interrupted, .readable, .writable: break
    }
    return nil
  }

  private func handle(
    _ report: WorkReport, from id: EventLoop.ChildID, _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) {
    let order = workers[id]?.state.order
    try workers[id]?.state.accept(report, in: plan)
    workers[id]?.silence.end()
    switch report {
    case .ready(let shortcomings):
      for shortcoming in shortcomings where !self.shortcomings.contains(shortcoming) {
        self.shortcomings.append(shortcoming)
        onEvent(.shortcoming(shortcoming))
      }
    case .frame: meter.countFrame()
    case .samples(let count): meter.countSamples(count, of: order)
    case .failed(let kind, let message): throw ExportError(kind, message)
    case .joining, .written, .joined, .refused:
      throw ExportError(.engine, "a worker reported a film, which it was not to join")
    case .finished(let order):
      guard let key = plan.key(of: order), isThere(options.store.path(of: key)) else {
        // The cache can be cleared at any time.
        throw ExportError(
          .temporary,
          "\(order.name) was finished, but is no longer in the store \(options.store.folder); run the command again"
        )
      }
      made.insert(key)
      leases?.release(key)
      if let next = nextFree({ work.next(after: order) }) {
        give(next, to: id)
      } else {
        workers[id]?.state.endWork()
        loop.closeInput(of: id)
      }
    }
  }

  private func handleEnd(
    of id: EventLoop.ChildID, _ status: ProcessStatus, _ errorText: String,
    _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) {
    guard let worker = workers.removeValue(forKey: id) else { return }
    if worker.state.order != nil || !status.isSuccess {
      try lose(worker, endOfWorker(status, place(of: worker), errorText: errorText), onEvent)
    }
    do throws(SystemError) { try startWorkers() } catch { throw ExportError(error) }
    if workers.isEmpty { [watchdog, renewal].compactMap(\.self).forEach(loop.cancelTimer) }
  }

  /// A worker that ended beside its order. Where other machines make the same film, machines are lost now and then: its order
  /// is given to another worker, unless it has been the end of several.
  private func lose(
    _ worker: Worker, _ error: ExportError, _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) {
    guard leases != nil, let order = worker.state.order else { throw error }
    losses[order, default: 0] += 1
    guard losses[order, default: 0] < WorkerLimits.attempts else { throw error }
    onEvent(.shortcoming("\(error.message); \(order.name) is given to another worker"))
    work.putBack(order)
  }

  private func lookForHangingWorkers() throws(ExportError) {
    for (id, var worker) in workers {
      let time = loop.processID(of: id).flatMap(processorTime) ?? .zero
      let isHanging = worker.silence.countRound(time, watch)
      workers[id] = worker
      if isHanging { throw worker.silence.error(watch, place(of: worker)) }
    }
    watchdog = loop.startTimer(after: watch.round)
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
