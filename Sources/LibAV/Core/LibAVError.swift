internal import CFFmpeg
import Glibc

/// An error of FFmpeg, about a file, a codec or memory.
package struct LibAVError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The operation as a gerund: "opening the decoder".
  package let operation: String
  /// The object of the operation: a path, the name of a codec.
  package let subject: String
  package let cause: Cause
  /// FFmpeg's message, or editc's if editc refuses.
  package let reason: String

  /// The causes that callers distinguish.
  package enum Cause: Hashable, Sendable, Codable {
    /// The bytes are invalid; retrying does not help.
    case badData
    /// One picture or a stretch of sound cannot be decoded; the media before and after it can.
    case damage
    /// The file is a Git LFS pointer instead of the media.
    case lfsPointer
    /// The file is missing or cannot be read.
    case input(errno: Int32)
    /// Writing failed: no space, I/O error.
    case output(errno: Int32)
    /// A limit of editc was exceeded: too many streams, too large a picture.
    case limit
    /// This build of FFmpeg lacks the codec, container or filter.
    case notAvailable
    case outOfMemory
    case other
  }

  package init(operation: String, subject: String, cause: Cause, reason: String) {
    self.operation = operation
    self.subject = subject
    self.cause = cause
    self.reason = reason
  }

  package var description: String { "\(subject): \(operation): \(reason)" }

  /// Whether the machine had too few descriptors or too little memory to read the file.
  package var lacksResources: Bool {
    switch cause {
    case .input(EMFILE), .input(ENFILE), .input(ENOMEM), .outOfMemory: true
    default: false
    }
  }
}

extension LibAVError {
  /// The error for a negative result of FFmpeg.
  init(code: Int32, operation: String, subject: String) {
    let cause: Cause =
      switch code {
      case editc_error_invalid_data: .badData
      case editc_error_no_memory: .outOfMemory
      default: .other
      }
    self.init(operation: operation, subject: subject, cause: cause, reason: describe(code))
  }
}

extension LibAVError {
  /// The same error for media whose bytes could be read: any error that FFmpeg reports is then their fault.
  var ofMedia: LibAVError {
    cause == .other
      ? LibAVError(operation: operation, subject: subject, cause: .badData, reason: reason) : self
  }
}

/// Returns a result of FFmpeg, or throws if it is negative.
@discardableResult
func check(_ result: Int32, _ operation: String, _ subject: String) throws(LibAVError) -> Int32 {
  guard result >= 0 else { throw LibAVError(code: result, operation: operation, subject: subject) }
  return result
}

/// Returns the pointer of an allocation, or throws if there was no memory.
func allocated<Pointee>(
  _ pointer: UnsafeMutablePointer<Pointee>?, _ operation: String, _ subject: String
) throws(LibAVError) -> UnsafeMutablePointer<Pointee> {
  guard let pointer else {
    throw LibAVError(
      operation: operation, subject: subject, cause: .outOfMemory, reason: "out of memory")
  }
  return pointer
}

private func describe(_ code: Int32) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
    guard let start = buffer.baseAddress, av_strerror(code, start, buffer.count) == 0 else {
      return "error \(code)"
    }
    return String(cString: start)
  }
}
