import Diagnostics
import Processes

/// The only code that prints: data to standard output, everything else to standard error.
enum Console {
  static let output = TerminalFacts(descriptor: 1)
  static let error = TerminalFacts(descriptor: 2)

  /// Writes data to standard output. If the pipe is closed, the process ends by SIGPIPE, as `cat` does.
  static func print(_ text: String) throws { try print(bytes: Array(text.utf8)) }

  /// Writes bytes, which need not be UTF-8.
  static func print(bytes: [UInt8]) throws {
    do throws(FileError) { try writeAll(bytes, to: 1, named: "<stdout>") } catch {
      if error.isBrokenPipe { Signal.brokenPipe.raiseAgain() }
      throw error
    }
  }

  /// Writes to standard error as is; write errors are ignored.
  static func write(_ text: String) {
    try? writeAll(Array(text.utf8), to: 2, named: "<stderr>")
  }

  /// Writes an error for people. Control characters, which file names and decoder messages can contain, are
  /// made visible.
  static func complain(_ message: String) {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    write("editc: " + lines.map { VisibleText.line(String($0)) }.joined(separator: "\n") + "\n")
  }
}
