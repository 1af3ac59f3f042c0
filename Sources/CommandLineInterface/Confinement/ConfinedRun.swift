import Export
import Processes

/// Runs a command line in a separate process, which sandboxes itself before it decodes anything.
///
/// This process shares its standard streams, passes signals on, observes how the other ends, and stops it if
/// it makes no progress.
func runConfined(_ arguments: [String]) throws -> ExitCode {
  var run = try ConfinedRun(arguments, TerminationSignals())
  return try run.exitCode()
}

/// The separate process while it runs.
private struct ConfinedRun {
  private let loop: EventLoop
  private let child: EventLoop.ChildID
  /// The place that it last reported; nil before it decodes anything.
  private var place: String?
  /// Its CPU time at that report.
  private var time = Duration.zero

  init(_ arguments: [String], _ signals: TerminationSignals) throws(SystemError) {
    loop = EventLoop(signals: signals)
    child = try loop.start(
      ChildCommand(
        ChildProcess.ownExecutable, [Confinement.word, "\(ownProcessID)"] + arguments,
        sharesStandardStreams: true))
  }

  mutating func exitCode() throws(SystemError) -> ExitCode {
    _ = loop.startTimer(after: Self.round)
    while let event = try next() {
      switch event {
      case .line(_, let text):
        place = text
        time = processorTime
      case .interrupted(let signal): loop.kill(child, with: signal)
      case .timer:
        if place != nil, processorTime - time > Self.silence { return stop() }
        _ = loop.startTimer(after: Self.round)
      case .ended(_, .exited(notLoadedStatus), _): return .unavailable
      case .ended(_, .exited(let code), _): return ExitCode(rawValue: code) ?? .internalError
      case .ended(_, .ended(by: let signal), _): return exitCode(endedBy: signal)
      case .ended: return .internalError
      case .lineTooLong, .readable, .writable: break
      }
    }
    return .internalError
  }

  /// Waiting can fail because memory is missing or the pipe with notices fails. The other process continues
  /// meanwhile, and its end is the result, so this waits again. Its place is then unknown.
  private mutating func next() throws(SystemError) -> EventLoop.Event? {
    do { return try loop.next() } catch {
      place = nil
      return try loop.next()
    }
  }

  private static let round = Duration.seconds(1)
  private static let silence = WorkerLimits.patience.longest

  private var processorTime: Duration { loop.processorTime(of: child) }

  private func stop() -> ExitCode {
    loop.kill(child)
    Console.complain(
      "no picture or sound was decoded in \(Self.silence.components.seconds) s of CPU time\(ofPlace)")
    return .internalError
  }

  /// Signals that ask a command to end also take effect here; others are crashes.
  private func exitCode(endedBy signal: Signal) -> ExitCode {
    if [.hangUp, .interrupt, .terminate, .brokenPipe].contains(signal) { signal.raiseAgain() }
    if signal == .kill {
      Console.complain(
        "the process that reads media was killed\(ofPlace); the kernel does this if memory runs out")
      return .unavailable
    }
    if let shortage = ResourceLimits.shortage(below: WorkerLimits.leastMemoryBytes) {
      Console.complain("the process that reads media ended by \(signal)\(ofPlace); \(shortage)")
      return .unavailable
    }
    Console.complain(
      "the process that reads media ended by \(signal)\(ofPlace); a file is damaged, or this is a bug in editc: "
        + "please report it"
    )
    return .internalError
  }

  private var ofPlace: String { place.map { " " + $0 } ?? "" }
}
