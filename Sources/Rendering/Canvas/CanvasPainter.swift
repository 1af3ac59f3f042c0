import Composition
import LibAV

/// Composites the visible layers of a frame over the background.
final class CanvasPainter {
  private let canvas: Canvas
  private let pool: FramePool
  private var background: VideoFrame?

  init(_ canvas: Canvas, pool: FramePool) {
    self.canvas = canvas
    self.pool = pool
  }

  /// Paints layers from bottom to top, over `base` or else the background.
  func paint(_ layers: [ShownLayer], over base: VideoFrame? = nil) throws(RenderingError) -> VideoFrame {
    do throws(LibAVError) {
      var base = if let base { base } else { try backgroundFrame() }
      var above = layers[...]
      if let bottom = above.first, bottom.coversCanvas, case .aligned(let frame, _) = bottom.picture,
        frame.size == canvas.size
      {
        base = frame
        above = above.dropFirst()
      }
      guard !above.isEmpty else { return base }
      return try base.copy(pool: pool) { planes in
        for layer in above { draw(layer, onto: planes) }
      }
    } catch { throw .media(error) }
  }

  /// Paints one layer over the background, or the background alone.
  func paint(_ layer: ShownLayer?) throws(RenderingError) -> VideoFrame {
    try paint(layer.map { [$0] } ?? [])
  }

  private func backgroundFrame() throws(LibAVError) -> VideoFrame {
    if let background { return background }
    let color = YUVColor(canvas.background, in: canvas.color)
    let frame = try VideoFrame.allocate(
      size: canvas.size, layout: canvas.layout, color: canvas.color.tags
    ) { planes in
      for (plane, code) in zip(planes, [color.y, color.u, color.v]) { plane.fill(withCode: code) }
    }
    background = frame
    return frame
  }

  private func draw(_ layer: ShownLayer, onto canvas: [MutablePlane]) {
    switch layer.picture {
    case .aligned(let frame, let offset):
      frame.withPlanes { planes in
        for (index, (source, target)) in zip(planes, canvas).enumerated() {
          let step = index == 0 ? 1 : 2
          let area = PlaneArea(
            x: layer.box.x / step, y: layer.box.y / step,
            width: (layer.box.width + step - 1) / step, height: (layer.box.height + step - 1) / step)
          lay(
            source, from: (offset.x / step, offset.y / step), onto: target, in: area, opacity: layer.opacity)
        }
      }
    case .blended(let picture): draw(picture, of: layer, onto: canvas)
    case .several(let pictures): for picture in pictures { draw(picture, of: layer, onto: canvas) }
    }
  }

  private func draw(_ picture: BlendedPicture, of layer: ShownLayer, onto canvas: [MutablePlane]) {
    guard layer.blend == .normal else {
      return BlendPainter(layer.blend, in: self.canvas.color)
        .lay(picture, onto: canvas, opacity: layer.opacity)
    }
    for (source, target) in zip([picture.luma, picture.u, picture.v], canvas) {
      lay(source, onto: target, opacity: layer.opacity)
    }
  }
}

/// A rectangle in samples of one plane.
struct PlaneArea {
  let x: Int
  let y: Int
  let width: Int
  let height: Int
}
