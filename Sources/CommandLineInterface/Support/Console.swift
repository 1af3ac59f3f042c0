import Processes

/// The only place that prints: data on standard output, everything else on standard error.
enum Console {
  static let output = TerminalFacts(descriptor: 1)
  static let error = TerminalFacts(descriptor: 2)

  /// Data that was asked for. A reader that went away has what it wanted.
  static func print(_ text: String) {
    try? writeAll(Array(text.utf8), to: 1, named: "<stdout>")
  }

  /// Words for people beside the data.
  static func say(_ text: String) {
    try? writeAll(Array(text.utf8), to: 2, named: "<stderr>")
  }
}
