import Diagnostics
import Processes

/// The only place that prints: data on standard output, everything else on standard error.
enum Console {
  static let output = TerminalFacts(descriptor: 1)
  static let error = TerminalFacts(descriptor: 2)

  /// Data that was asked for. When its reader went away, this process ends as `cat` would: by SIGPIPE.
  static func print(_ text: String) throws(CommandFailure) { try print(bytes: Array(text.utf8)) }

  /// The same for what may not be UTF-8.
  static func print(bytes: [UInt8]) throws(CommandFailure) {
    do throws(FileError) { try writeAll(bytes, to: 1, named: "<stdout>") } catch {
      if error.isBrokenPipe { Signal.brokenPipe.raiseAgain() }
      throw CommandFailure(error)
    }
  }

  /// Words beside the data, as they are. There is nowhere to say that nobody can read them.
  static func say(_ text: String) {
    try? writeAll(Array(text.utf8), to: 2, named: "<stderr>")
  }

  /// What went wrong, for people. Names of files and words of decoders can hold anything; here they cannot
  /// repaint the terminal.
  static func complain(_ message: String) {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    say("editc: " + lines.map { VisibleText.line(String($0)) }.joined(separator: "\n") + "\n")
  }
}
