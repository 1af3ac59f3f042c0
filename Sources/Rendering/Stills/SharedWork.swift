import Glibc

/// A source of pictures, one after another.
///
/// Used by one thread at a time, but not always the same one.
package protocol WorkSource: AnyObject {
  /// Starts the next piece and returns the rest of its work, for any thread; nil if there are no more pieces.
  func next() -> (@Sendable () -> Void)?
}

/// Processes several sources on several threads: while one piece is finished, the next one is started.
///
/// A thread keeps a source until it is exhausted. Few pieces wait to be finished, so memory use does not
/// depend on their number.
///
/// `@unchecked Sendable`: all state is protected by the lock.
package final class SharedWork: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var sources: ArraySlice<any WorkSource>
  private var unfinished: [@Sendable () -> Void] = []
  private var busyThreads = 0
  private var runningThreads = 0
  private var isCancelled = false
  private let threadCount: Int

  package init(_ sources: [any WorkSource], threads: Int) {
    self.sources = sources[...]
    threadCount = max(1, threads)
    lock = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Starts the threads and returns immediately; false if none could be started.
  package func start() -> Bool {
    for _ in 0..<threadCount {
      locked { runningThreads += 1 }
      let argument = Unmanaged.passRetained(self)
      var thread = pthread_t()
      let failed = pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          Unmanaged<SharedWork>.fromOpaque(argument).takeRetainedValue().work()
          return nil
        }, argument.toOpaque())
      if failed == 0 {
        pthread_detach(thread)
      } else {
        argument.release()
        locked { runningThreads -= 1 }
      }
    }
    return locked { runningThreads > 0 || sources.isEmpty }
  }

  /// Starts no further work.
  package func cancel() {
    locked {
      isCancelled = true
      pthread_cond_broadcast(changed)
    }
  }

  /// Waits until all work is done or the time is over, and returns whether it is done.
  package func wait(milliseconds: Int) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    let nanoseconds = deadline.tv_nsec + milliseconds % 1000 * 1_000_000
    deadline.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    return locked {
      while runningThreads > 0 {
        if pthread_cond_timedwait(changed, lock, &deadline) != 0 { break }
      }
      return runningThreads == 0
    }
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }
}

// MARK: - On each thread

extension SharedWork {
  private enum Step {
    case finish(@Sendable () -> Void)
    case make(any WorkSource)
    case end
  }

  private func work() {
    var own: (any WorkSource)?
    while true {
      switch nextStep(own) {
      case .finish(let piece): piece()
      case .make(let source):
        own = source
        let piece = source.next()
        if piece == nil { own = nil }
        locked {
          if let piece { unfinished.append(piece) }
          busyThreads -= 1
          pthread_cond_broadcast(changed)
        }
      case .end:
        locked {
          runningThreads -= 1
          pthread_cond_broadcast(changed)
        }
        return
      }
    }
  }

  /// Starting pieces has priority while few are waiting; threads with nothing to start finish pieces.
  private func nextStep(_ own: (any WorkSource)?) -> Step {
    locked {
      while !isCancelled {
        if unfinished.count >= threadCount { return .finish(unfinished.removeFirst()) }
        if let source = own ?? sources.popFirst() {
          busyThreads += 1
          return .make(source)
        }
        if !unfinished.isEmpty { return .finish(unfinished.removeFirst()) }
        // Another thread may be about to produce a piece to finish.
        guard busyThreads > 0 else { break }
        pthread_cond_wait(changed, lock)
      }
      return .end
    }
  }
}
