import Composition
import Drawing
import LibAV

/// Draws the SVG files of a film.
final class VectorStills {
  private let painter = VectorPainter()
  private let pool: FramePool

  init(pool: FramePool) {
    self.pool = pool
  }

  /// Draws an SVG in a size, which it fills.
  func frame(of reference: MediaReference, size: PixelSize) throws(RenderingError) -> VideoFrame {
    let picture: DrawnText
    do throws(VectorFailure) {
      picture = try painter.draw(
        fileAt: reference.path, reference.vector ?? VectorReading(), width: size.width, height: size.height)
    } catch { throw .vector(file: reference.spelling, error) }
    return try VideoFrame.drawn(picture, pool: pool)
  }
}
