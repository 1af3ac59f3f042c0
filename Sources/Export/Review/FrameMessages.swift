package import Composition
import ContentDigest

/// An order to a process that reads frames of a film, one line of JSON.
package enum FrameOrder: Hashable, Codable, Sendable {
  /// The digests of frames, as the film's encoder gets them.
  case digests(Range<Int64>)
  /// A frame in this size, as a file of RGBA rows with this name.
  case picture(frame: Int64, size: PixelSize, name: String)
}

/// A report of a process that reads frames, one line of JSON.
enum FrameReport: Hashable, Codable, Sendable {
  /// It has read its plan and entered its sandbox; lists what the kernel could not guard.
  case ready(shortcomings: [String])
  case digest(frame: Int64, ContentDigest)
  case finished(FrameOrder)
  case failed(kind: ExportError.Kind, message: String)
}
