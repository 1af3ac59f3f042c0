import CLinux
import Glibc

/// A signal, by number.
package struct Signal: Hashable, Sendable {
  package let number: Int32

  package init(_ number: Int32) {
    self.number = number
  }

  package static let hangUp = Signal(SIGHUP)
  package static let interrupt = Signal(SIGINT)
  package static let terminate = Signal(SIGTERM)
  package static let kill = Signal(SIGKILL)
  package static let brokenPipe = Signal(SIGPIPE)
  package static let stop = Signal(SIGSTOP)
  package static let resume = Signal(SIGCONT)
  package static let suspend = Signal(SIGTSTP)

  /// The exit status that a shell reports for a program that this signal ended.
  package var shellStatus: Int32 { 128 + number }
}

extension Signal: CustomStringConvertible {
  package var description: String { Self.names[number] ?? "signal \(number)" }

  private static let names: [Int32: String] = [
    SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
    SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV",
    SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
    SIGSYS: "SIGSYS", SIGSTOP: "SIGSTOP", SIGTSTP: "SIGTSTP", SIGCONT: "SIGCONT",
  ]
}

extension Signal {
  /// Ends this process with the signal that it received, so that a shell sees the cause and stops its own
  /// loop. Removes temporary files; everything else must be cleaned up before.
  package func raiseAgain() -> Never {
    removeOpenTemporaries()
    signal(number, SIG_DFL)
    unblock()
    raise(number)
    // Only reached for a signal that does not end a process.
    _exit(shellStatus)
  }

  func unblock() {
    var signals = SignalSet([self]).value
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  func block() {
    var signals = SignalSet([self]).value
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Whether the parent process set this signal to be ignored, as `nohup` does.
  var isIgnored: Bool {
    var current = sigaction()
    guard sigaction(number, nil, &current) == 0 else { return false }
    // SIG_IGN is the address 1, which is not a function and cannot be compared as one.
    return unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}

/// The kernel's set of signals.
struct SignalSet {
  var value = sigset_t()

  init(_ signals: [Signal] = []) {
    sigemptyset(&value)
    for signal in signals { sigaddset(&value, signal.number) }
  }

  static var all: SignalSet {
    var set = SignalSet()
    sigfillset(&set.value)
    return set
  }
}
