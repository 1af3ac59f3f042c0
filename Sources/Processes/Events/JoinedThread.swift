internal import CLinux
import Glibc

/// A thread that another one waits for. It takes no signals: the main thread handles them.
package struct JoinedThread {
  private let thread: pthread_t

  /// Nil if no thread can be started.
  package init?(_ body: @escaping () -> Void) {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(ThreadBody(body))
    var (every, before) = (sigset_t(), sigset_t())
    sigfillset(&every)
    pthread_sigmask(SIG_SETMASK, &every, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let failed = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    guard failed == 0 else {
      argument.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits for its end; must be called exactly once.
  package func join() { pthread_join(thread, nil) }
}

/// What a function of C cannot capture.
private final class ThreadBody {
  let run: () -> Void

  init(_ run: @escaping () -> Void) { self.run = run }
}
