package import Basics
import Composition

extension RenderPlan {
  /// The timecode of the file's first frame; nil for a file without one. It wraps to 0 at midnight.
  package var firstTimecode: Timecode? {
    let rate = composition.canvas.rate
    guard let start = settings.timecode, let day = rate.framesOfDay(isDropFrame: start.isDropFrame) else {
      return nil
    }
    return Timecode(
      frameNumber: (start.frame + frames.lowerBound) % day, at: rate, isDropFrame: start.isDropFrame)
  }
}
