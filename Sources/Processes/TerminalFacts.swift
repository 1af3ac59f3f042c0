import Glibc

/// Facts about the destination of messages.
package struct TerminalFacts: Hashable, Sendable {
  /// Whether it is a terminal, rather than a file or a program.
  package let isTerminal: Bool
  /// In columns; 80 if unknown.
  package let width: Int
  package let usesColour: Bool

  package init(isTerminal: Bool, width: Int = 80, usesColour: Bool = false) {
    self.isTerminal = isTerminal
    self.width = width
    self.usesColour = usesColour
  }
}

extension TerminalFacts {
  /// Examines a descriptor: 1 for data, 2 for messages.
  package init(descriptor: Int32) {
    let isTerminal = isatty(descriptor) == 1
    self.init(
      isTerminal: isTerminal, width: Self.width(of: descriptor) ?? 80,
      usesColour: isTerminal
        && Self.allowsColour(noColour: variable("NO_COLOR"), terminalType: variable("TERM")))
  }

  /// Any text in `NO_COLOR` disables colour, and some terminals do not support it.
  package static func allowsColour(noColour: String?, terminalType: String?) -> Bool {
    noColour?.isEmpty ?? true && !["dumb", "", nil].contains(terminalType)
  }

  private static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
