internal import CFFmpeg

/// What went wrong outside of this program's logic: a file, a codec, memory.
package struct LibAVError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was being done, as a gerund: "opening the decoder".
  package let operation: String
  /// What it was done to: a path, a codec's name.
  package let subject: String
  package let cause: Cause
  /// FFmpeg's own words, or ours where the refusal is ours.
  package let reason: String

  /// What a caller can do about it, not FFmpeg's hundred codes.
  package enum Cause: Hashable, Sendable {
    /// The bytes are not what they claim to be: no use trying again.
    case badData
    /// A Git LFS pointer lies in the place of the media.
    case lfsPointer
    /// The file is not there or cannot be read.
    case input(errno: Int32)
    /// Writing failed: no space, IO error.
    case output(errno: Int32)
    /// A limit of ours was met: too many streams, too large a picture.
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
}

extension LibAVError {
  /// The error behind a negative result of FFmpeg.
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

/// The one funnel for FFmpeg's results: negative codes become errors, the rest passes through.
@discardableResult
func check(_ result: Int32, _ operation: String, _ subject: String) throws(LibAVError) -> Int32 {
  guard result >= 0 else { throw LibAVError(code: result, operation: operation, subject: subject) }
  return result
}

/// The pointer of an allocation, or the error that there was no memory.
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
