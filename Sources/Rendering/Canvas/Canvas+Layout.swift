import Composition
import LibAV

extension Canvas {
  /// How the film's pictures lie in memory.
  var layout: PixelLayout { depth == .eight ? .yuv420p : .yuv420p10 }

  /// How the picture of a layer must lie in memory to be laid over the film's.
  func layout(hasAlpha: Bool, isAligned: Bool) -> PixelLayout {
    switch depth {
    case .eight: hasAlpha ? .yuva444p : isAligned ? .yuv420p : .yuv444p
    case .ten: hasAlpha ? .yuva444p10 : isAligned ? .yuv420p10 : .yuv444p10
    }
  }
}
