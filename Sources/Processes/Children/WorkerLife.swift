import CLinux
import Glibc

/// The number of this process; a parent tells it to its workers for `dieWithParent`.
package var ownProcessID: Int32 { getpid() }

/// Ties this process to the one that started it: when that one is gone, however it ended, we are killed.
///
/// To be called first thing by a worker, with the number its parent gave it; false means that the parent has
/// gone already and the worker must stop. The kernel means the parent's *thread*: children have to be started
/// by a thread that stays, the main one.
package func dieWithParent(_ parent: Int32) throws(SystemError) -> Bool {
  let result = editc_die_with_parent(SIGKILL)
  guard result >= 0 else { throw SystemError("tie this process to its parent", code: -result) }
  // A parent that ended before the call above has left us to another process, which need not be number 1.
  return getppid() == parent
}

/// Lines that a program reads from a descriptor, waiting for each: a worker's orders.
package struct LineReader: ~Copyable {
  private let descriptor: Int32
  private let name: String
  private var splitter: LineSplitter
  private var ready: [LineSplitter.Line] = []

  /// `name` is for messages: `<stdin>`.
  package init(descriptor: Int32, named name: String, limit: Int) {
    self.descriptor = descriptor
    self.name = name
    splitter = LineSplitter(limit: limit)
  }

  /// The next line, or nil at the end. A line that is too long is an error.
  package mutating func next() throws(FileError) -> String? {
    while ready.isEmpty {
      switch readOnce(descriptor, upTo: 4096) {
      case .bytes(let bytes): ready = splitter.append(bytes)
      case .end: return nil
      case .nothingYet: waitUntil(descriptor, POLLIN)
      case .failed(let code): throw FileError(.read, name, .system(errno: code))
      }
    }
    guard case .text(let line) = ready.removeFirst() else {
      throw FileError(.read, name, .tooLarge(limit: splitter.limit))
    }
    return line
  }
}
