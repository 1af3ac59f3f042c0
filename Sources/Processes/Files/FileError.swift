import Glibc

/// What went wrong with a file, in words that stand on their own: what was tried, on what, and why not.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  package let operation: Operation
  /// As the caller named it, not as it was resolved.
  package let path: String
  package let cause: Cause

  /// What was being done; the raw value completes "cannot ... PATH".
  package enum Operation: String, Hashable, Sendable {
    case open
    case read
    case list
    case create
    case write
    case replace
    case remove
    case makeFolder = "make the folder"
  }

  package enum Cause: Hashable, Sendable {
    case system(errno: Int32)
    case tooLarge(limit: Int)
    /// A device, a socket or a folder where only a file will do.
    case notAFile
  }

  package init(_ operation: Operation, _ path: String, _ cause: Cause) {
    self.operation = operation
    self.path = path
    self.cause = cause
  }

  /// The error that the last failed system call left behind.
  init(_ operation: Operation, _ path: String) {
    self.init(operation, path, .system(errno: errno))
  }

  package var description: String { "cannot \(operation.rawValue) \(path): \(reason)" }

  package var reason: String {
    switch cause {
    case .system(let code): String(cString: strerror(code))
    case .tooLarge(let limit): "larger than the limit of \(limit) bytes"
    case .notAFile: "not a regular file"
    }
  }
}

extension FileError {
  /// The distinctions that callers act on.
  package enum Kind: Hashable, Sendable {
    case missing
    case isFolder
    case notAFile
    case noPermission
    case alreadyExists
    case noSpace
    case tooLarge
    case other
  }

  /// Whether nobody reads what was written any more.
  package var isBrokenPipe: Bool { cause == .system(errno: EPIPE) }

  package var kind: Kind {
    switch cause {
    case .tooLarge: .tooLarge
    case .notAFile: .notAFile
    case .system(ENOENT), .system(ENOTDIR): .missing
    case .system(EISDIR): .isFolder
    case .system(EACCES), .system(EPERM), .system(EROFS): .noPermission
    case .system(EEXIST): .alreadyExists
    case .system(ENOSPC), .system(EDQUOT), .system(EFBIG): .noSpace
    case .system: .other
    }
  }
}
