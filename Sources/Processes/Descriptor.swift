import CLinux
import Glibc

/// An open file descriptor, closed when its single owner releases it.
package struct Descriptor: ~Copyable, Sendable {
  package let number: Int32

  /// Takes ownership of a descriptor.
  package init(owning number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Gives up ownership.
  consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}

extension Descriptor {
  /// Makes reads and writes return immediately instead of blocking.
  borrowing func makeNonBlocking() throws(SystemError) {
    let flags = try check(fcntl(number, F_GETFL), "read a descriptor's flags")
    try check(fcntl(number, F_SETFL, flags | O_NONBLOCK), "set a descriptor's flags")
  }
}

/// A pipe whose ends no child inherits accidentally.
struct Pipe: ~Copyable {
  let reading: Descriptor
  let writing: Descriptor

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    let result = editc_pipe(&ends, O_CLOEXEC)
    guard result >= 0 else { throw SystemError("make a pipe", code: -result) }
    reading = Descriptor(owning: ends[0])
    writing = Descriptor(owning: ends[1])
  }
}

/// Opens standard descriptors that the parent left closed: otherwise, a film could be opened as descriptor 1
/// or 2 and receive messages. Using such a descriptor fails, as if it were closed.
package func openMissingStandardDescriptors() {
  for (number, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
  where fcntl(number, F_GETFD) < 0 {
    // The lowest free number is the missing one, because those below it are open by now.
    _ = open("/dev/null", mode)
  }
}

/// A failed system call that is not about a file: no processes left, no descriptors left.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Completes "cannot ...": "start /usr/bin/true".
  package let operation: String
  package let code: Int32

  package init(_ operation: String, code: Int32) {
    self.operation = operation
    self.code = code
  }

  /// The error of the last failed system call.
  init(_ operation: String) {
    self.init(operation, code: errno)
  }

  package var description: String { "cannot \(operation): \(String(cString: strerror(code)))" }
}

/// Checks the result of a system call: a negative one becomes the error in `errno`.
@discardableResult
func check(_ result: Int32, _ operation: @autoclosure () -> String) throws(SystemError) -> Int32 {
  guard result >= 0 else { throw SystemError(operation()) }
  return result
}
