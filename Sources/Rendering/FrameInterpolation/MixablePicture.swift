import Composition
import LibAV

/// A picture that can be mixed with another one: with premultiplied alpha, and samples of whole bytes or
/// words.
final class MixablePicture {
  let source: SourcePicture
  let layout: PixelLayout
  let brightness: BrightnessLevels
  private lazy var planes = ComponentPlanes(source.frame, layout)

  init(_ source: SourcePicture, layer: Int, on canvas: Canvas, pool: FramePool) throws(LibAVError) {
    (self.source, layout) = try source.mixable(layer: layer, on: canvas, pool: pool)
    brightness = BrightnessLevels(of: self.source.frame, layout)
  }

  func canMeet(_ other: MixablePicture) -> Bool {
    layout == other.layout && source.frame.size == other.source.frame.size
  }

  /// Returns the motion-compensated picture between this one and another one.
  func compensated(
    to other: MixablePicture, _ field: MotionField, weight: Int32, pool: FramePool
  ) throws(LibAVError) -> VideoFrame {
    let (greatest, components) = (layout.greatestCode, planes.components)
    return try source.frame.copy(pool: pool) { targets in
      for (index, component) in components.enumerated() {
        let motion = MotionCompensation(field: field, weight: weight, shift: component.shift)
        let target = targets[component.plane]
        switch (planes.samples, other.planes.samples) {
        case (.bytes(let first), .bytes(let second)):
          motion.draw(first[index], second[index]) { y, row in
            store(row, first[index].width, into: target.row(y, of: UInt8.self), component)
          }
        case (.words(let first), .words(let second)):
          motion.draw(first[index], second[index], greatest: greatest) { y, row in
            store(row, first[index].width, into: target.row(y, of: UInt16.self), component)
          }
        default: break
        }
      }
    }
  }
}

extension MixablePicture {
  /// Returns the picture moved by a warp.
  func warped(_ warp: PictureWarp, pool: FramePool) throws(LibAVError) -> VideoFrame {
    let (greatest, components) = (layout.greatestCode, planes.components)
    return try source.frame.copy(pool: pool) { targets in
      for (index, component) in components.enumerated() {
        let target = targets[component.plane]
        switch planes.samples {
        case .bytes(let planes):
          let plane = planes[index]
          let lines = warp.lines(width: plane.width, height: plane.height, shift: component.shift)
          draw(plane, lines) { y, row in
            store(row, plane.width, into: target.row(y, of: UInt8.self), component)
          }
        case .words(let planes):
          let plane = planes[index]
          let lines = warp.lines(width: plane.width, height: plane.height, shift: component.shift)
          draw(plane, lines, greatest: greatest) { y, row in
            store(row, plane.width, into: target.row(y, of: UInt16.self), component)
          }
        }
      }
    }
  }
}

private func store<Sample>(
  _ row: UnsafePointer<Sample>, _ count: Int, into target: UnsafeMutableBufferPointer<Sample>,
  _ component: PictureComponent
) {
  for x in 0..<count { target[x &* component.step &+ component.offset] = row[x] }
}

extension SourcePicture {
  fileprivate func mixable(
    layer: Int, on canvas: Canvas, pool: FramePool
  ) throws(LibAVError) -> (SourcePicture, PixelLayout) {
    let known = frame.layout
    // With premultiplied alpha, each colour counts by its coverage in a mix.
    if let known, !hasAlpha || isAlphaMultipliedIn { return (self, known) }
    let meant = try frame.tagged(overriding: color)
    let isDeep = canvas.depth == .ten
    let layout: PixelLayout = hasAlpha ? (isDeep ? .rgba16 : .rgba) : isDeep ? .yuv444p10 : .yuv444p
    let converted =
      hasAlpha
      ? try meant.withAlphaMultipliedIn(
        color: canvas.color.tags, isPremultiplied: isAlphaMultipliedIn, isDeep: isDeep, pool: pool)
      : try PictureConverter(
        to: PictureTarget(size: frame.size, layout: layout, color: canvas.color.tags), pool: pool
      ).convert(meant)
    let picture = SourcePicture(
      frame: converted, orientation: orientation, hasAlpha: hasAlpha, isAlphaMultipliedIn: hasAlpha,
      origin: .between(layer: layer))
    return (picture, layout)
  }
}
