import Glibc
import Synchronization

/// The lines from a worker to its parent, on the initial standard output.
///
/// Libraries print to standard output too (GLib reports a missing character set), and the parent would read
/// that as a report. The channel therefore moves to another descriptor, and output of libraries goes to
/// standard error.
package enum ReportChannel {
  /// Moves the channel away from standard output. Must be called before any library is used.
  package static func open() {
    _ = descriptor
  }

  /// Sends a line whole, whichever threads send others.
  package static func send(_ line: String) throws(FileError) {
    try turn.withLock { _ throws(FileError) in
      try writeAll(Array((line + "\n").utf8), to: descriptor, named: "<reports>")
    }
  }

  private static let turn = Mutex(())

  private static let descriptor: Int32 = {
    let moved = fcntl(1, F_DUPFD_CLOEXEC, 3)
    // Without a free descriptor, reports stay where they are: the worker will soon report worse problems.
    guard moved >= 0 else { return 1 }
    dup2(2, 1)
    return moved
  }()
}
