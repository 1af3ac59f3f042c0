internal import Basics
package import MediaFacts

/// What comes of a filter that is tried on a few grey pictures.
package enum PictureFilterTrial: Hashable, Sendable {
  case works
  /// FFmpeg does not take its options; in FFmpeg's words.
  case refused(String)
  /// It does not give one picture of the same size and time for each; in our words.
  case changesForm(String)

  /// Tries a filter, if need be on pictures of the size that it will have to do with, which are slower.
  package init(filter name: String, options: [(name: String?, value: String)], size: PixelSize?) {
    self = Self.outcome(name, options, PixelSize(width: 320, height: 180))
    if self != .works, let size { self = Self.outcome(name, options, size) }
  }

  private static func outcome(
    _ name: String, _ options: [(name: String?, value: String)], _ size: PixelSize
  ) -> PictureFilterTrial {
    do throws(LibAVError) {
      guard let rate = FrameRate(25) else { return .works }
      let graph = try PictureFilterGraph(
        filter: name, options: options, size: size, layout: .yuv420p, color: .bt709, rate: rate)
      let picture = try VideoFrame.allocate(size: size, layout: .yuv420p, color: .bt709) { planes in
        for plane in planes { plane.fill(128) }
      }
      for _ in 0..<3 { _ = try graph.next(picture) }
      return .works
    } catch {
      return error.cause == .limit ? .changesForm(error.reason) : .refused(error.reason)
    }
  }
}
