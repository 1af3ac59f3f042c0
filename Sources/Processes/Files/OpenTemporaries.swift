import Glibc
import Synchronization

/// The temporary files of this process that have not been committed.
enum OpenTemporaries {
  private static let paths = Mutex<Set<String>>([])

  static func remember(_ path: String) {
    paths.withLock { _ = $0.insert(path) }
  }

  static func forget(_ path: String) {
    paths.withLock { _ = $0.remove(path) }
  }

  static func removeAll() {
    let open = paths.withLock { open in
      defer { open = [] }
      return open
    }
    for path in open { unlink(path) }
  }
}

/// Removes every file of this process that has not been committed: the last act before it is ended by a
/// signal. Ordinary code, not for signal handlers; we have none.
package func removeOpenTemporaries() {
  OpenTemporaries.removeAll()
}
