import Glibc

/// A system call that failed for no fault of a file: no processes left, no descriptors left.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Completes "cannot ...": "start /usr/bin/true".
  package let operation: String
  package let code: Int32

  package init(_ operation: String, code: Int32) {
    self.operation = operation
    self.code = code
  }

  /// The error that the last failed system call left behind.
  init(_ operation: String) {
    self.init(operation, code: errno)
  }

  package var description: String { "cannot \(operation): \(String(cString: strerror(code)))" }
}

/// The one funnel for results of system calls: a negative result becomes the error that `errno` names.
@discardableResult
func check(_ result: Int32, _ operation: @autoclosure () -> String) throws(SystemError) -> Int32 {
  guard result >= 0 else { throw SystemError(operation()) }
  return result
}
