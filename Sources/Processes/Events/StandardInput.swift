import Glibc

/// What a person types on the terminal, or another program sends, while this program works. It never waits.
///
/// Only a terminal, a pipe or a socket is read: a file and `/dev/null` say nothing. A terminal is read key by key, and
/// only in the foreground; it is as before when this is released.
package final class StandardInput {
  package let isTerminal: Bool
  private let usual: termios?
  private var hasEnded = false

  package init() {
    var facts = stat()
    let isOpen = fstat(0, &facts) == 0
    var modes = termios()
    usual = tcgetattr(0, &modes) == 0 ? modes : nil
    isTerminal = usual != nil
    hasEnded = !isOpen || (!isTerminal && ![S_IFIFO, S_IFSOCK].contains(facts.st_mode & S_IFMT))
  }

  deinit {
    guard var usual, isInForeground else { return }
    tcsetattr(0, TCSADRAIN, &usual)
  }

  /// The bytes since the last call.
  package func take() -> [UInt8] {
    guard !hasEnded, !isTerminal || readsKeys() else { return [] }
    var entry = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 0) > 0 else { return [] }
    switch readOnce(0, upTo: 4096) {
    case .bytes(let bytes): return bytes
    case .nothingYet: return []
    case .end, .failed:
      hasEnded = true
      return []
    }
  }

  /// Whether the terminal is ours. A shell that was in the foreground meanwhile has set its own mode.
  private func readsKeys() -> Bool {
    guard isInForeground else { return false }
    var modes = termios()
    guard tcgetattr(0, &modes) == 0 else { return false }
    let lines = tcflag_t(ICANON | ECHO)
    if modes.c_lflag & lines != 0 {
      modes.c_lflag &= ~lines
      return tcsetattr(0, TCSADRAIN, &modes) == 0
    }
    return true
  }

  /// A process in the background that touches its terminal is stopped.
  private var isInForeground: Bool { tcgetpgrp(0) == getpgrp() }
}
