import Processes
import RenderPlan

/// Has the film of a plan joined and verified by a worker: what the store holds was made from files of unknown origin,
/// and the film is decoded.
struct FilmJoining {
  let plan: RenderPlan
  let planPath: String
  let options: RenderOptions
  /// What the worker runs, with the arguments before its own.
  var program = ChildCommand(ChildProcess.ownExecutable)

  /// The facts of a film may have many tags.
  private static let lineLimit = 16 << 20

  /// The worker writes into `film`, which is committed by the caller.
  func run(into film: AtomicFile, signals: TerminationSignals?) throws(ExportError) -> RenderOutcome {
    do {
      let loop = EventLoop(signals: signals, lineLimit: Self.lineLimit)
      let worker = try loop.start(command(writing: film.temporaryPath))
      var facts: FilmFacts?
      while let event = try loop.next() {
        switch event {
        case .interrupted(let signal):
          loop.kill(worker)
          // Its end is waited for: nothing may write into the file after it is removed.
          while try loop.next() != nil {}
          return .interrupted(signal)
        case .line(_, let line):
          switch WorkReport(message: line) {
          case .ready: break
          case .written: film.startFlushing()
          case .joined(let found): facts = found
          case .refused(let checks): throw ExportError(checks)
          case .failed(let kind, let message): throw ExportError(kind, message)
          default:
            throw ExportError(.engine, "a worker sent a line that is not a report: \(line.prefix(200))")
          }
        case .lineTooLong:
          throw ExportError(.engine, "a worker sent a line longer than \(Self.lineLimit) bytes")
        case .ended(_, let status, let errorText):
          guard status.isSuccess, let facts else {
            throw endOfWorker(status, " while it joined the film", errorText: errorText)
          }
          return .finished(facts)
        case .timer, .readable: break
        }
      }
      throw ExportError(.engine, "no worker joined the film")
    } catch { throw ExportError(any: error) }
  }

  private func command(writing path: String) -> ChildCommand {
    var command = program
    command.arguments += [
      "worker", "--plan", planPath, "--store", options.store.folder, "--parent", "\(ownProcessID)",
      "--owner", TemporaryOwner.thisProcess.name, "--sandbox", options.sandbox.rawValue, "--film", path,
    ]
    if let folder = options.store.readFolder { command.arguments += ["--read-store", folder] }
    return command
  }
}
