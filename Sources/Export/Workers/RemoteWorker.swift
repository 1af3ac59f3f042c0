package import Composition
import ContentDigest
import FoundationEssentials
import Glibc
package import Processes
package import RenderPlan
import Synchronization

/// What a worker for another machine needs of its own machine.
package struct WorkerService {
  /// The versions of everything that determines the bytes of a film.
  var engine: (VideoCodec?, _ withFilters: Bool) -> String
  /// Maps a folder to its path on this machine.
  var place: (String) -> String
  /// The store of this machine, the only one that is written.
  var store: String
  /// The weakest sandbox that this machine accepts.
  var sandbox: SandboxPolicy
  /// What cannot be true of a plan that was made with these versions, as a clause; nil if there is nothing.
  var flaw: (RenderPlan, PlanOrigin) -> String?
  /// Finds files and compares their bytes.
  var find: ([PlannedFile]) throws(ExportError) -> [String: (path: String, identity: FileIdentity)]
  var workFolder: String
  var carries: Bool
  /// Removes what this process has created in temporary folders; callable from any thread.
  var cleanUp: @Sendable () -> Void

  package init(
    engine: @escaping (VideoCodec?, _ withFilters: Bool) -> String, place: @escaping (String) -> String,
    store: String, sandbox: SandboxPolicy, flaw: @escaping (RenderPlan, PlanOrigin) -> String?,
    find: @escaping ([PlannedFile]) throws(ExportError) -> [String: (path: String, identity: FileIdentity)],
    workFolder: String, carries: Bool, cleanUp: @escaping @Sendable () -> Void
  ) {
    self.engine = engine
    self.place = place
    self.store = store
    self.sandbox = sandbox
    self.flaw = flaw
    self.find = find
    self.workFolder = workFolder
    self.carries = carries
    self.cleanUp = cleanUp
  }
}

extension WorkerService {
  /// The store, if the one that the render requests is the same folder.
  fileprivate func store(askedFor path: String) throws(ExportError) -> String {
    let asked = place(path)
    guard isThere(asked) else {
      throw ExportError(
        .inputMissing,
        "the store \(asked) is not on this machine; map its folder with --map, or use --carry")
    }
    guard let there = FileIdentity(ofFileAt: asked), let own = FileIdentity(ofFileAt: store),
      there.isSameFile(as: own)
    else {
      throw ExportError(
        .refusedByPolicy,
        "the render stores its segments in \(asked), but this worker may write \(store.isEmpty ? "no store" : "only \(store)"): start it with "
          + "--cache DIR, the folder above that store on this machine, or with --carry")
    }
    return store
  }

  /// The sandbox that the render requests, unless it is weaker than this machine's.
  fileprivate func sandbox(askedFor word: String) throws(ExportError) -> SandboxPolicy {
    let asked = SandboxPolicy(rawValue: word) ?? .require
    guard asked.strictness >= sandbox.strictness else {
      throw ExportError(
        .refusedByPolicy,
        "the render asks for `--sandbox \(asked.rawValue)`, but this worker was started with `--sandbox "
          + "\(sandbox.rawValue)`: start it with `--sandbox \(asked.rawValue)` if this machine may work without one"
      )
    }
    return asked
  }
}

extension SandboxPolicy {
  fileprivate var strictness: Int {
    switch self {
    case .off: 0
    case .whenAvailable: 1
    case .require: 2
    }
  }
}

/// Serves as a worker for another machine, until its input ends.
///
/// This process reads no media. It starts a sandboxed worker as a local render does, passes on its orders,
/// and returns its reports. A second thread reports every few seconds that the process is alive, and ends
/// everything when the input ends: whatever dies between the two machines, nothing keeps running here.
package func serve(_ service: WorkerService) throws(ExportError) {
  ReportChannel.open()
  let life = AgentHeartbeat(service.cleanUp)
  do {
    try life.begin()
    try serveOrders(service, life)
  } catch {
    let error = ExportError(any: error)
    life.tidyUp()
    life.send(.failed(kind: error.kind, message: error.message))
    throw error
  }
}

private func serveOrders(_ service: WorkerService, _ life: AgentHeartbeat) throws(ExportError) {
  do {
    var lines = LineReader(descriptor: 0, named: "<stdin>", limit: WorkerLimits.planBytes)
    guard let first = try lines.next() else { return }
    guard let opening = Handshake.Request(line: first) else {
      throw ExportError(.badData, "<stdin> is not what `editc render --launch` sends")
    }
    let codec = opening.codec.flatMap(VideoCodec.init(rawValue:))
    life.send(
      .hello(
        Handshake.Reply(engine: service.engine(codec, opening.hasFilters), carries: service.carries)
      ))
    guard opening.form == Handshake.Request.currentForm else {
      throw ExportError(
        .unavailable, "the render uses another version of editc; use the same version on all machines")
    }
    guard let line = try lines.next() else { return }
    let bytes = Array((line + "\n").utf8)
    guard try ContentDigest.of(bytes) == opening.plan else {
      throw ExportError(.badData, "the plan was damaged in transit")
    }
    let file = try PlanFile(bytes, named: "the plan of the render")
    let served = try RemoteWorkerSession(file, opening, service, life)
    while let line = try lines.next() {
      guard let order = WorkOrder(line: line), let key = served.plan.key(of: order) else {
        throw ExportError(.badData, "not an order: \(line.prefix(200))")
      }
      try served.carryOut(order, key)
    }
    served.end()
  } catch { throw ExportError(any: error) }
}

/// Reports that this process is alive, and ends it when its input ends, whatever its other thread does.
private final class AgentHeartbeat: Sendable {
  private let cleanUp: @Sendable () -> Void
  /// The worker that ends with this process, and whose leftovers are then removed.
  private let worker = Mutex<ServedProcess?>(nil)
  private let speaking = Mutex(())

  /// How often it reports; the receiver waits less than three times as long.
  private static let pause: Int32 = 5000

  init(_ cleanUp: @escaping @Sendable () -> Void) {
    self.cleanUp = cleanUp
  }

  func begin() throws(SystemError) {
    try WorkThreads().perform { [self] in
      while true {
        var entry = pollfd(fd: 0, events: Int16(closedForWriting), revents: 0)
        if poll(&entry, 1, Self.pause) > 0,
          Int32(entry.revents) & (POLLHUP | closedForWriting | POLLERR | POLLNVAL) != 0
        {
          end()
        }
        reportLife()
      }
    }
  }

  func watch(_ process: ServedProcess?) { worker.withLock { $0 = process } }

  /// Sends a report; without a reader, everything ends.
  func send(_ report: WorkReport) {
    let isHeard = speaking.withLock { _ in (try? ReportChannel.send(report.message)) != nil }
    if !isHeard { end() }
  }

  /// Skipped while the other thread is sending a report, which proves as much.
  private func reportLife() {
    let isHeard = speaking.withLockIfAvailable { _ in
      (try? ReportChannel.send(WorkReport.alive.message)) != nil
    }
    if isHeard == false { end() }
  }

  /// Ends the worker, and removes the unfinished files of both processes.
  ///
  /// The lock is held meanwhile: the other thread, which notices the worker's end, must not end this process
  /// before that.
  func tidyUp() {
    worker.withLock { process in
      process?.end()
      process = nil
    }
    cleanUp()
  }

  private func end() -> Never {
    tidyUp()
    endAtOnce(0)
  }
}

/// A worker process on this machine, and the folders in which it can leave unfinished files.
private struct ServedProcess: Sendable {
  let number: Int32
  let owner: TemporaryOwner
  let folders: [String]

  /// Kills it, waits for its end, and removes its leftovers.
  func end() {
    kill(-number, SIGKILL)
    var facts = siginfo_t()
    while waitid(P_PID, id_t(number), &facts, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    removeLeftovers()
  }

  func removeLeftovers() {
    for folder in folders { try? owner.removeLeftovers(in: folder) }
  }
}

/// Input that another program closed for reading and writing or, as sockets can be, for writing alone.
private let closedForWriting: Int32 = 0x2000

/// A film that is rendered for another machine.
private final class RemoteWorkerSession {
  let plan: RenderPlan
  private let command: ChildCommand
  private let store: SegmentStore
  private let carries: Bool
  private let owner = TemporaryOwner()
  private let life: AgentHeartbeat
  private let loop = EventLoop(signals: nil)
  private let supervisor: Supervisor<WorkReport>
  private var worker: Supervisor<WorkReport>.ID?
  private var process: ServedProcess?
  private var hasSaidReady = false
  private var frame: Int64?

  /// The bytes of an entry in one report.
  private static let pieceSize = 384 << 10

  init(_ file: PlanFile, _ opening: Handshake.Request, _ service: WorkerService, _ life: AgentHeartbeat)
    throws(ExportError)
  {
    guard let origin = file.origin else {
      throw ExportError(.badData, "the plan does not list its files")
    }
    if let flaw = service.flaw(file.plan, origin) {
      throw ExportError(.badData, "the plan of the render was not made by editc: \(flaw)")
    }
    let sandbox = try service.sandbox(askedFor: opening.sandbox)
    carries = service.carries
    supervisor = Supervisor(on: loop, read: WorkReport.init(message:))
    let folder = carries ? service.workFolder + "/segments" : try service.store(askedFor: opening.store)
    let placed = try file.placed(service.find(origin.files))
    store = SegmentStore(folder: folder)
    plan = placed.plan
    self.life = life
    let path = service.workFolder + "/plan.json"
    do throws(FileError) { try makeFolder(folder) } catch { throw ExportError(inStore: error) }
    try placed.write(to: path)
    command = ChildCommand(
      ChildProcess.ownExecutable,
      [
        renderWorkerCommand, "--plan", path, "--store", folder, "--parent", "\(ownProcessID)", "--owner",
        owner.name,
        "--sandbox", sandbox.rawValue,
      ])
    try start()
  }

  private func start() throws(ExportError) {
    do {
      let worker = try supervisor.start(.process(command), patience: nil)
      self.worker = worker
      process = loop.processID(of: worker).map {
        ServedProcess(number: $0, owner: owner, folders: store.folders(of: plan))
      }
      life.watch(process)
      try listen(until: nil)
    } catch { throw ExportError(any: error) }
  }

  func carryOut(_ order: WorkOrder, _ key: ContentDigest) throws(ExportError) {
    if worker == nil { try start() }
    guard let worker else { return }
    frame = nil
    supervisor.send(order.line, to: worker)
    try listen(until: order)
    // A worker that has mixed sound computes with fewer instructions than pictures need.
    if order.isSound { end() }
    if carries { try carry(key) }
    life.send(.finished(order))
  }

  /// Waits until the worker has finished and its process has ended.
  func end() {
    guard let worker else { return }
    loop.closeInput(of: worker)
    while !loop.runningChildren.isEmpty, (try? loop.next()) != nil {}
    self.worker = nil
    life.watch(nil)
    process?.removeLeftovers()
  }

  /// Passes on the worker's reports until it is ready, or has executed an order.
  private func listen(until order: WorkOrder?) throws(ExportError) {
    guard let worker else { return }
    supervisor.expect(of: worker, WorkerLimits.patience)
    defer { supervisor.expect(of: worker, nil) }
    do {
      while let event = try loop.next() {
        for event in supervisor.take(event) ?? [] {
          switch event {
          case .report(let report, _):
            supervisor.progress(worker)
            if try take(report, until: order) { return }
          case .ended:
            self.worker = nil
            life.watch(nil)
            process?.removeLeftovers()
            throw event.error(placeWords)
          case .noReport, .lineTooLong, .hanging: throw event.error(placeWords)
          }
        }
      }
    } catch { throw ExportError(any: error) }
  }

  /// Whether the report ends the wait for `order`, or, without one, for the worker to be ready.
  private func take(_ report: WorkReport, until order: WorkOrder?) throws(ExportError) -> Bool {
    switch report {
    case .ready:
      if !hasSaidReady { life.send(report) }
      hasSaidReady = true
      return order == nil
    case .finished(let finished) where finished == order: return true
    case .frame(let number):
      frame = number
      life.send(report)
    case .samples: life.send(report)
    case .failed(let kind, let message): throw ExportError(kind, message)
    default: throw ExportError(.engine, "a worker reported what it was not asked for")
    }
    return false
  }

  /// Sends an entry in pieces, and removes it.
  private func carry(_ key: ContentDigest) throws(ExportError) {
    let path = store.path(of: key)
    var waiting: [UInt8] = []
    func send(all: Bool) {
      while waiting.count >= Self.pieceSize || (all && !waiting.isEmpty) {
        life.send(.piece(Data(waiting.prefix(Self.pieceSize)).base64EncodedString()))
        waiting.removeFirst(min(Self.pieceSize, waiting.count))
      }
    }
    do throws(FileError) {
      try readInParts(path) { bytes throws(FileError) in
        waiting += bytes
        send(all: false)
      }
      send(all: true)
      try removeFile(path)
    } catch { throw ExportError(error) }
  }

  private var placeWords: String { frame.map { " " + plan.composition.place(ofFrame: $0) } ?? "" }
}
