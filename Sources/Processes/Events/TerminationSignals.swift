import CLinux
import Glibc

/// The signals that ask the command to end. They are blocked and read as events; no signal handlers run.
///
/// Create it before any thread starts, because threads inherit the signal mask, and release it after cleaning
/// up; signals then have their usual effect again. A hang-up that was ignored from the start, as under
/// `nohup`, stays ignored. An ignored interrupt does not: shells ignore it for background jobs, but an
/// interrupt sent to a render is intended. Writes to a closed pipe (EPIPE) and beyond the file-size limit
/// (EFBIG) become errors instead of signals, for the rest of the process.
package final class TerminationSignals {
  let queue: Descriptor
  private let previousMask: sigset_t

  package init() throws(SystemError) {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let wanted: [Signal] = [.hangUp, .interrupt, .terminate, .suspend]
    var signals = SignalSet(wanted.filter { $0 == .interrupt || !$0.isIgnored }).value
    queue = Descriptor(
      owning: try check(signalfd(-1, &signals, Int32(SFD_CLOEXEC | SFD_NONBLOCK)), "watch signals"))
    var previous = sigset_t()
    pthread_sigmask(SIG_BLOCK, &signals, &previous)
    previousMask = previous
  }

  deinit {
    var mask = previousMask
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  /// The signal that asked us to end, if there was one, for work without an event loop to check between
  /// frames. Handles Ctrl-Z.
  package func received() -> Signal? {
    while let signal = next() {
      guard signal == .suspend else { return signal }
      suspendThisProcess()
    }
    return nil
  }

  /// The next pending signal, including Ctrl-Z.
  func next() -> Signal? {
    var entry = signalfd_siginfo()
    let count = read(queue.number, &entry, MemoryLayout<signalfd_siginfo>.size)
    return count == MemoryLayout<signalfd_siginfo>.size ? Signal(Int32(entry.ssi_signo)) : nil
  }
}

/// Stops on Ctrl-Z until we are continued. Raises the signal itself, not SIGSTOP, so that the kernel does not
/// stop us if no shell could continue us.
func suspendThisProcess() {
  raise(Signal.suspend.number)
  Signal.suspend.unblock()
  Signal.suspend.block()
}

/// Makes a write beyond the file-size limit (`ulimit -f`) an error instead of a signal, for the rest of the
/// process, so that nothing half-written is left.
package func letTooLargeWritesFail() { signal(SIGXFSZ, SIG_IGN) }
