import Composition
import LibAV

extension Canvas {
  /// The pixel layout of the film's pictures.
  var layout: PixelLayout { depth == .eight ? .yuv420p : .yuv420p10 }

  /// The pixel layout that a layer's picture needs for compositing.
  func layout(hasAlpha: Bool, isAligned: Bool) -> PixelLayout {
    switch depth {
    case .eight: hasAlpha ? .yuva444p : isAligned ? .yuv420p : .yuv444p
    case .ten: hasAlpha ? .yuva444p10 : isAligned ? .yuv420p10 : .yuv444p10
    }
  }
}
