import Glibc

/// An error with a file: the operation, the path and the cause.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  package let operation: Operation
  /// The path as the caller named it.
  package let path: String
  package let cause: Cause

  /// The failed operation; the raw value completes "cannot ... PATH".
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
    /// A device, a socket or a folder instead of a file.
    case notAFile
    /// The path, or the link that it is, contains a name that is not UTF-8. Paths are strings here.
    case notUTF8
    /// A named pipe that no program writes to.
    case noWriter
    /// Another program has written it since it was read.
    case changed
    /// Outside the folder that must contain all files.
    case outsideRoot(String)
  }

  package init(_ operation: Operation, _ path: String, _ cause: Cause) {
    self.operation = operation
    self.path = path
    self.cause = cause
  }

  /// The error in `errno`.
  init(_ operation: Operation, _ path: String) {
    self.init(operation, path, .system(errno: errno))
  }

  package var description: String { "cannot \(operation.rawValue) \(path): \(reason)" }

  package var reason: String {
    switch cause {
    case .system(let code): String(cString: strerror(code))
    case .tooLarge(let limit): "larger than the limit of \(limit) bytes"
    case .notAFile: "not a regular file"
    case .outsideRoot(let root): "it is outside \(root), the folder of --root"
    case .notUTF8: "a name in its path is not UTF-8; rename it"
    case .changed: "it has changed since it was read"
    case .noWriter: "no program is writing to this named pipe; start that program first"
    }
  }
}

extension FileError {
  /// The kinds that callers distinguish.
  package enum Kind: Hashable, Sendable {
    case missing
    case isFolder
    case notAFile
    case noPermission
    case alreadyExists
    case changed
    case noSpace
    case tooLarge
    /// No file can have this name, or its links form a loop.
    case impossibleName
    case outsideRoot
    /// This process or the machine has no descriptors or no memory left.
    case noResources
    case other
  }

  /// Whether the pipe has no reader any more.
  package var isBrokenPipe: Bool { cause == .system(errno: EPIPE) }

  /// Whether the machine failed, which says nothing about the file: no descriptors or no memory left, or the
  /// disk does not respond.
  package var isOfMachine: Bool {
    switch cause {
    case .system(EIO), .system(ESTALE), .system(ETIMEDOUT), .system(EREMOTEIO): true
    default: kind == .noResources
    }
  }

  package var kind: Kind {
    switch cause {
    case .tooLarge: .tooLarge
    case .notAFile: .notAFile
    case .noWriter: .notAFile
    case .changed: .changed
    case .notUTF8: .impossibleName
    case .outsideRoot: .outsideRoot
    case .system(ENAMETOOLONG), .system(ELOOP), .system(EILSEQ): .impossibleName
    case .system(EMFILE), .system(ENFILE), .system(ENOMEM), .system(EAGAIN): .noResources
    case .system(ENOENT), .system(ENOTDIR): .missing
    case .system(EISDIR): .isFolder
    case .system(EACCES), .system(EPERM), .system(EROFS): .noPermission
    case .system(EEXIST): .alreadyExists
    case .system(ENOSPC), .system(EDQUOT), .system(EFBIG): .noSpace
    case .system: .other
    }
  }
}
