import Glibc

/// A word of a command line.
package enum CommandLineWord: Hashable, Sendable {
  case text(String)
  /// It is not UTF-8; the bytes as people can read them.
  case bytes(visible: String)
}

/// The words of this process's command line, without the name of the program.
///
/// Nil where the system has none for the process: Swift reads them from `/proc`.
package func commandLine() -> [CommandLineWord]? {
  guard CommandLine.argc > 0 else { return nil }
  return (1..<Int(CommandLine.argc)).compactMap { index in
    CommandLine.unsafeArgv[index].map { word in
      String(validatingCString: word).map { .text($0) } ?? .bytes(visible: visibleBytes(word))
    }
  }
}
