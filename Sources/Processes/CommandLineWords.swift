import Glibc

/// A word of a command line.
package enum CommandLineWord: Hashable, Sendable {
  case text(String)
  /// Not UTF-8: the bytes in readable form.
  case bytes(visible: String)
}

/// The arguments of this process, without the program's name.
///
/// Nil if the system does not provide them: Swift reads them from `/proc`.
package func commandLine() -> [CommandLineWord]? {
  guard CommandLine.argc > 0 else { return nil }
  return (1..<Int(CommandLine.argc)).compactMap { index in
    CommandLine.unsafeArgv[index].map { word in
      String(validatingCString: word).map { .text($0) } ?? .bytes(visible: visibleBytes(word))
    }
  }
}
