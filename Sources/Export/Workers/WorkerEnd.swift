import Processes

extension Supervisor.Event {
  /// The error about a worker with this event. `place` is what it was doing, with a leading space.
  func error(_ place: String = "") -> ExportError {
    switch self {
    case .report: ExportError(.engine, "a worker reported what it was not asked for")
    case .noReport(let line, _):
      ExportError(.engine, "a worker sent a line that is not a report: \(line.prefix(200))")
    case .lineTooLong(let limit, _): ExportError(.engine, "a worker sent a line longer than \(limit) bytes")
    case .hanging(_, let silence):
      ExportError(
        .engine,
        "a worker has sent no report for \(silence.sinceProgress.components.seconds) seconds\(place)")
    case .ended(_, let status, let errorText): endOfWorker(status, place, errorText: errorText)
    }
  }
}

/// The error about a worker that ended unexpectedly, with what it was doing (`place`, with a leading space)
/// and its last words.
func endOfWorker(_ status: ProcessStatus, _ place: String, errorText: String) -> ExportError {
  let what = "a worker \(status)\(place)\(lastWords(errorText))"
  if status == .ended(by: .kill) {
    return ExportError(
      .unavailable, what + "; the kernel does this if memory runs out: use fewer workers (--jobs)")
  }
  if case .ended = status, let shortage = ResourceLimits.shortage(below: WorkerLimits.leastMemoryBytes) {
    return ExportError(.unavailable, "a worker \(status)\(place); \(shortage)\(lastWords(errorText))")
  }
  if status == .exited(lostReportStatus) { return ExportError(.inputOutput, what) }
  let isShort = status == .exited(notLoadedStatus) || saysThatResourcesRanOut(errorText)
  return ExportError(isShort ? .unavailable : .engine, what)
}

/// The exit status of a program that the loader cannot load, as when descriptors or memory ran out. The
/// loader has printed why.
package let notLoadedStatus: Int32 = 127

/// Libraries that get no memory or no thread end the process with a message of their own.
private func saysThatResourcesRanOut(_ errorText: String) -> Bool {
  let words = errorText.lowercased()
  return [
    "allocate memory", "failed to allocate", "out of memory", "bad_alloc", "too many open files",
    "thread creation failed",
  ].contains(where: words.contains)
}

private func lastWords(_ errorText: String) -> String {
  let words = errorText.split(separator: "\n").suffix(5).joined(separator: "\n  ")
  return words.isEmpty ? "" : "; its last words:\n  \(words)"
}
