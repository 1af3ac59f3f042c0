import Glibc

/// Lets files be finished before the process ends, and prevents new ones.
///
/// `@unchecked Sendable`: it is a lock.
final class FileGate: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_rwlock_t>

  init() {
    lock = .allocate(capacity: 1)
    pthread_rwlock_init(lock, nil)
  }

  deinit {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }

  /// Runs the work on one file. Any number can run at a time.
  func pass<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    pthread_rwlock_rdlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return try body()
  }

  /// Waits for all running work. Later calls of `pass` block until the process ends.
  func closeForEver() { pthread_rwlock_wrlock(lock) }
}
