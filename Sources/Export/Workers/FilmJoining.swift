import ContentDigest
import FoundationEssentials
import LibAV
import Processes
import RenderPlan

/// Lets a worker join and verify the film of a plan: the entries of the store derive from files of unknown
/// origin, and the film is decoded.
///
/// The worker starts as soon as there is something to join, and continues as entries arrive.
final class FilmJoining {
  private let plan: RenderPlan
  private let planPath: String
  private let options: RenderOptions
  private let film: UnfinishedFilm
  private let supervisor: Supervisor<WorkReport>
  private let program: ChildCommand
  private let patience: Patience
  private var worker: Supervisor<WorkReport>.ID?
  private var facts: FilmFacts?
  /// Entries that arrived before the worker was started.
  private var untold: [WorkOrder] = []
  /// The entries without which the first packet cannot be written: the headers of all streams.
  private var neededFirst: Set<ContentDigest>

  /// The facts of a film may have many tags.
  private static let lineLimit = 16 << 20

  /// The fewest bytes of the film that are written in a second without a report, while its index is moved to
  /// its front and it is probed.
  private static let slowestBytesPerSecond = 10 << 20

  /// The most threads that decode the film, which is done when nothing else is left to do.
  private static let mostThreads = 8

  /// The worker writes into `film`, which the caller commits. `program` is its command, with the arguments
  /// before its own.
  init(
    plan: RenderPlan, planPath: String, options: RenderOptions, into film: UnfinishedFilm,
    on loop: any ProcessLoop,
    program: ChildCommand, watch: WorkerWatch
  ) {
    self.plan = plan
    self.planPath = planPath
    self.options = options
    self.film = film
    supervisor = Supervisor(on: loop, read: WorkReport.init(message:))
    self.program = program
    patience = watch.own
    neededFirst = plan.keysNeededFirst.subtracting(plan.keysInStore)
  }

  /// Announces that a missing entry has arrived.
  func take(_ order: WorkOrder) throws(SystemError) {
    if let worker {
      supervisor.send(order.line, to: worker)
      // Flushing the film now saves waiting for it at the end, unless it will be moved to put the index
      // first.
      if plan.indexPlace != .front { film.startFlushing() }
      return
    }
    untold.append(order)
    if let key = plan.key(of: order) { neededFirst.remove(key) }
    // If only one worker is wanted, no other one must run at the same time.
    if neededFirst.isEmpty, options.jobs != 1 { try start() }
  }

  /// Starts the worker before it has anything to join, so that its libraries are loaded when the last entry arrives.
  func prepare() throws(SystemError) {
    if worker == nil, options.jobs != 1 { try start() }
  }

  /// Announces that no more entries will arrive.
  func takeAll() throws(SystemError) {
    if worker == nil { try start() }
    guard let worker else { return }
    // Until all entries are there, it waits most of the time.
    supervisor.expect(of: worker, patience)
    supervisor.closeInput(of: worker)
  }

  private func start() throws(SystemError) {
    let worker = try supervisor.start(
      .process(command(writing: film.temporaryPath)), lineLimit: Self.lineLimit, patience: nil)
    self.worker = worker
    for order in untold { supervisor.send(order.line, to: worker) }
    untold = []
  }

  /// Returns the facts of the film, once it is joined and verified.
  func handle(
    _ event: EventLoop.Event, onEvent: (RenderEvent) -> Void
  ) throws(ExportError) -> FilmFacts? {
    for event in supervisor.take(event) ?? [] {
      switch event {
      case .report(let report, let id):
        supervisor.progress(id)
        try take(report, onEvent)
      case .hanging(_, let silence)
      where silence.lack == .progress && silence.sinceProgress < patience.longest + timeToWrite:
        break
      case .ended(_, let status, _):
        guard status.isSuccess, let facts else { throw event.error(" while it joined the film") }
        return facts
      case .noReport, .lineTooLong, .hanging: throw event.error(" while it joined the film")
      }
    }
    return nil
  }

  private func take(_ report: WorkReport, _ onEvent: (RenderEvent) -> Void) throws(ExportError) {
    switch report {
    case .ready(let shortcomings):
      for shortcoming in shortcomings { onEvent(.shortcoming(shortcoming)) }
    case .joining: break
    case .written: film.startFlushing()
    case .joined(let found): facts = found
    case .refused(let checks): throw ExportError(checks)
    case .failed(let kind, let message): throw ExportError(kind, message)
    default: throw ExportError(.engine, "a worker reported what it was not asked for")
    }
  }

  /// The time that writing the film may take, during which there is no report.
  private var timeToWrite: Duration {
    let bytes = FileIdentity(ofFileAt: film.temporaryPath)?.byteCount ?? 0
    return .seconds(Double(bytes) / Double(Self.slowestBytesPerSecond))
  }

  private func command(writing path: String) -> ChildCommand {
    var command = program
    let cores = options.jobs ?? ProcessInfo.processInfo.activeProcessorCount
    command.arguments += [
      renderWorkerCommand, "--plan", planPath, "--store", options.store.folder, "--parent", "\(ownProcessID)",
      "--owner", TemporaryOwner.thisProcess.name, "--sandbox", options.sandbox.rawValue, "--film", path,
      "--threads", "\(max(1, min(Self.mostThreads, cores)))",
    ]
    if let folder = options.store.readFolder { command.arguments += ["--read-store", folder] }
    if let root = options.target.root { command.arguments += ["--root", root.path] }
    return command
  }
}

extension RenderPlan {
  /// The first segment, all sounds and the cover.
  fileprivate var keysNeededFirst: Set<ContentDigest> {
    // The configurations of several files become one header.
    if isJoinedOfCopies { return Set(keys) }
    let tracks = soundTracks.map(\.key) + otherVideos.map(\.track.track.key)
    return Set(tracks + [segments.first?.key, coverPicture?.key].compactMap(\.self))
  }

  /// The keys of the entries that are marked as being in the store.
  var keysInStore: Set<ContentDigest> {
    let pictures = (segments + [coverPicture].compactMap(\.self)).filter(\.isInStore).map(\.key)
    let tracks = soundTracks + otherVideos.map(\.track.track)
    return Set(pictures + tracks.filter(\.isInStore).map(\.key))
  }
}
