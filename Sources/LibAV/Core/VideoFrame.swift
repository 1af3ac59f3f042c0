package import Basics
internal import CFFmpeg
package import MediaFacts

/// A decoded or drawn picture, shared by reference and never changed after it was made.
///
/// `@unchecked Sendable`: the frame behind it is written only by whoever creates it, before it is handed on.
package final class VideoFrame: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AVFrame>

  /// When the picture starts to be shown in its media's time; nil for a picture that was drawn.
  package let presentationTime: RationalTime?

  /// Takes ownership of `pointer`.
  init(owning pointer: UnsafeMutablePointer<AVFrame>, presentationTime: RationalTime? = nil) {
    self.pointer = pointer
    self.presentationTime = presentationTime
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&pointer)
  }

  package var size: PixelSize {
    PixelSize(width: Int(pointer.pointee.width), height: Int(pointer.pointee.height))
  }
}
