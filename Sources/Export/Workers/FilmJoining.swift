import ContentDigest
import LibAV
import Processes
import RenderPlan

/// Has the film of a plan joined and verified by a worker: what the store holds was made from files of unknown origin,
/// and the film is decoded.
///
/// The worker begins as soon as there is something to join, and goes on as entries come.
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
  /// What was made while the worker did not run yet.
  private var untold: [WorkOrder] = []
  /// What has to be there before the first packet can be written: the headers of all streams.
  private var neededFirst: Set<ContentDigest>

  /// The facts of a film may have many tags.
  private static let lineLimit = 16 << 20

  /// How many bytes of the film are written, at least, in a second without a report: its index is moved to its front,
  /// and it is probed.
  private static let slowestBytesPerSecond = 10 << 20

  /// The worker writes into `film`, which is committed by the caller. `program` is what it runs, with the arguments before
  /// its own.
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

  /// An entry that the store lacked is there.
  func take(_ order: WorkOrder) throws(SystemError) {
    if let worker {
      supervisor.send(order.line, to: worker)
      // What is written of the film until now need not be waited for at the end; but it moves where the index comes first.
      if plan.indexPlace != .front { film.startFlushing() }
      return
    }
    untold.append(order)
    if let key = plan.key(of: order) { neededFirst.remove(key) }
    // Where only one worker is wanted, it is not to run beside another one.
    if neededFirst.isEmpty, options.jobs != 1 { try start() }
  }

  /// Nothing more will come.
  func takeAll() throws(SystemError) {
    if worker == nil { try start() }
    guard let worker else { return }
    // Until everything is there, it waits most of the time.
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

  /// What is found of the film, once it is joined and verified.
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

  /// What the film that is written may take, for which there is no report.
  private var timeToWrite: Duration {
    let bytes = FileIdentity(ofFileAt: film.temporaryPath)?.byteCount ?? 0
    return .seconds(Double(bytes) / Double(Self.slowestBytesPerSecond))
  }

  private func command(writing path: String) -> ChildCommand {
    var command = program
    command.arguments += [
      renderWorkerCommand, "--plan", planPath, "--store", options.store.folder, "--parent", "\(ownProcessID)",
      "--owner", TemporaryOwner.thisProcess.name, "--sandbox", options.sandbox.rawValue, "--film", path,
    ]
    if let folder = options.store.readFolder { command.arguments += ["--read-store", folder] }
    if let root = options.target.root { command.arguments += ["--root", root.path] }
    return command
  }
}

extension RenderPlan {
  /// The first segment, all sounds and the cover.
  fileprivate var keysNeededFirst: Set<ContentDigest> {
    // What several files say of their coding becomes one header.
    if isJoinedOfCopies { return Set(keys) }
    return Set(soundTracks.map(\.key) + [segments.first?.key, coverPicture?.key].compactMap(\.self))
  }

  /// The entries that are marked as being in the store.
  var keysInStore: Set<ContentDigest> {
    let pictures = (segments + [coverPicture].compactMap(\.self)).filter(\.isInStore).map(\.key)
    return Set(pictures + soundTracks.filter(\.isInStore).map(\.key))
  }
}
