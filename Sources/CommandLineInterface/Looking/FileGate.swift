import Glibc

/// Lets files be finished before the command ends, and none be begun afterwards.
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

  /// Makes a file from its beginning to its end; any number at a time.
  func pass<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    pthread_rwlock_rdlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return try body()
  }

  /// Waits for the files that are being made; whoever comes later waits for the end of the process.
  func closeForEver() { pthread_rwlock_wrlock(lock) }
}
