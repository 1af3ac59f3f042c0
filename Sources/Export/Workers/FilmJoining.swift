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
  var watch = WorkerWatch()

  /// The facts of a film may have many tags.
  private static let lineLimit = 16 << 20

  /// How many bytes of the film are written, at least, in a second without a report: its index is moved to its front,
  /// and it is probed.
  private static let slowestBytesPerSecond = 10 << 20

  /// The worker writes into `film`, which is committed by the caller.
  func run(
    into film: UnfinishedFilm, signals: TerminationSignals?, onEvent: (RenderEvent) -> Void
  ) throws(ExportError) -> RenderOutcome {
    do {
      let loop = EventLoop(signals: signals, lineLimit: Self.lineLimit)
      let worker = try loop.start(command(writing: film.temporaryPath))
      var facts: FilmFacts?
      var silence = WorkerSilence()
      _ = loop.startTimer(after: watch.round)
      while let event = try loop.next() {
        switch event {
        case .interrupted(let signal):
          end(worker, of: loop)
          return .interrupted(signal)
        case .line(_, let line):
          silence.end()
          switch WorkReport(message: line) {
          case .ready(let shortcomings):
            for shortcoming in shortcomings { onEvent(.shortcoming(shortcoming)) }
          case .joining: break
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
        case .timer:
          let time = loop.processID(of: worker).flatMap(processorTime) ?? .zero
          if silence.countRound(time, watch, moreRounds: moreRounds(for: film)) {
            end(worker, of: loop)
            throw silence.error(watch, " while it joined the film")
          }
          _ = loop.startTimer(after: watch.round)
        case .readable: break
        }
      }
      throw ExportError(.engine, "no worker joined the film")
    } catch { throw ExportError(any: error) }
  }

  /// Waits for the end: nothing may write into the file after it is removed.
  private func end(_ worker: EventLoop.ChildID, of loop: EventLoop) {
    loop.kill(worker)
    while !loop.runningChildren.isEmpty, (try? loop.next()) != nil {}
  }

  private func moreRounds(for film: UnfinishedFilm) -> Int {
    let bytes = FileIdentity(ofFileAt: film.temporaryPath)?.byteCount ?? 0
    return Int(Double(bytes) / Double(Self.slowestBytesPerSecond) / (watch.round / .seconds(1)))
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
