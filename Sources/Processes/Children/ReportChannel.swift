import Glibc

/// The lines from a worker to its parent: what was standard output when the worker began.
///
/// Libraries print there as well (GLib tells of a missing character set), and the parent would take that for a report.
/// So the channel moves to another descriptor, and what libraries print joins the messages on standard error.
package enum ReportChannel {
  /// Moves the channel away from standard output; to be called before any library does something.
  package static func open() {
    _ = descriptor
  }

  package static func send(_ line: String) throws(FileError) {
    try writeAll(Array((line + "\n").utf8), to: descriptor, named: "<reports>")
  }

  private static let descriptor: Int32 = {
    let moved = fcntl(1, F_DUPFD_CLOEXEC, 3)
    // Without a free descriptor the reports stay where they are: the worker will have more to tell of that.
    guard moved >= 0 else { return 1 }
    dup2(2, 1)
    return moved
  }()
}
