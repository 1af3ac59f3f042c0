/// Why a text is no lock that can be used, and in which of its lines that shows.
package struct LockProblem: Error, Hashable, Sendable {
  /// From 1; nil where it is about the whole text.
  package let line: Int?
  /// One sentence in lower case without a full stop.
  package let message: String

  package init(_ message: String, line: Int?) {
    self.message = message
    self.line = line
  }

  /// The problem as it is reported of a file: `holiday.edit.lock:12: …`.
  package func description(of path: String) -> String {
    "\(path):" + (line.map { "\($0):" } ?? "") + " \(message)"
  }
}
