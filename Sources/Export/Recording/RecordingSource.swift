package import Basics
package import Composition
package import LibAV
package import Processes

/// Something that gives pictures or sound while it is recorded.
package protocol RecordingSource: AnyObject {
  /// As the command line names it.
  var name: String { get }
  var form: CapturedForm { get }
  /// Returns what was captured up to now, in order.
  func take(until now: Int64) throws(ExportError) -> [Captured]
  /// Pictures or samples that were lost because they were not taken in time.
  var missed: Int64 { get }
  /// The process that reads the device; nil without one.
  var child: EventLoop.ChildID? { get }
}

extension RecordingSource {
  package var child: EventLoop.ChildID? { nil }
}

/// What a source gives.
package enum CapturedForm: Hashable, Sendable {
  case pictures(size: PixelSize, rate: FrameRate)
  case sound(sampleRate: Int, channels: Int)
}

/// A picture, with the number of those that the device has dropped since the one before, or a block of samples. Times are
/// on the clock that is never set (`monotonicNanoseconds`).
package enum Captured: Sendable {
  case picture(VideoFrame, at: Int64, dropped: Int64 = 0)
  case sound(SoundBlock)

  var time: Int64 {
    switch self {
    case .picture(_, let time, _): time
    case .sound(let block): block.time
    }
  }
}

/// Samples that follow each other.
package struct SoundBlock: Sendable {
  /// One array for each channel.
  package var samples: [[Float]]
  /// The number that the source gave the first one. Numbers without samples were lost.
  package var first: Int64
  /// The moment of the first one.
  package var time: Int64
}
