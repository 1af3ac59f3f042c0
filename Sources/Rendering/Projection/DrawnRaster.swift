import Basics
import Composition
import LibAV

// Pictures that are drawn from numbers, as pixels, which keys and filters need.

extension VideoFrame {
  /// Draws a layer at a moment and in a frame of its own, in this size, flipped as the layer is, with premultiplied alpha; `scale` is
  /// the magnification of shapes' lengths. Nil for layers with other content.
  static func drawn(
    _ layer: Layer, at moment: RationalTime, frame number: Int64, size: PixelSize, scale: Double,
    on canvas: Canvas, pool: FramePool
  ) throws(LibAVError) -> VideoFrame? {
    let exact = ExactSize(width: Double(size.width), height: Double(size.height))
    let box = ExactBox(x: 0, y: 0, width: exact.width, height: exact.height)
    let frame = FieldFrame(pose: PicturePose(content: box, visible: box), flip: layer.flip)
    let raster = DrawnRaster(size: size, canvas: canvas, pool: pool)
    switch layer.picture(at: moment) {
    case .color(let color):
      return try raster.frame(
        of: ColorField(color: PictureSample(color, in: canvas.color)), hasAlpha: color.alpha < 255)
    case .gradient(let gradient):
      let field = GradientField(gradient, size: exact, in: canvas.color)
      return try raster.frame(
        of: PlacedField(field: field, frame: frame), hasAlpha: gradient.colors.contains { $0.alpha < 255 })
    case .bars(let bars):
      let field = BarsField(bars: bars, size: exact, color: canvas.color)
      return try raster.frame(of: PlacedField(field: field, frame: frame), hasAlpha: false)
    case .noise(let noise):
      let field = NoiseField(noise, frame: number, scale: scale, size: exact, in: canvas.color)
      return try raster.frame(of: PlacedField(field: field, frame: frame), hasAlpha: false)
    case .shape(let shape):
      let field = ShapeField(shape, size: exact, scale: scale, in: canvas.color)
      return try raster.frame(of: PlacedField(field: field, frame: frame), hasAlpha: true)
    case .text, .credits, .subtitles, .moving, .frozen, .film, .frozenFilm, .still: return nil
    }
  }
}

/// Samples a field at the centre of each pixel.
struct DrawnRaster {
  let size: PixelSize
  let canvas: Canvas
  let pool: FramePool

  func frame<Field: PictureField>(of field: Field, hasAlpha: Bool) throws(LibAVError) -> VideoFrame {
    try VideoFrame.allocate(
      size: size, layout: canvas.layout(hasAlpha: hasAlpha, isAligned: false), color: canvas.color.tags,
      pool: pool
    ) { planes in
      guard planes.count >= 3 else { return }
      if planes[0].isDeep {
        fill(planes, with: field, UInt16.self)
      } else {
        fill(planes, with: field, UInt8.self)
      }
    }
  }

  private func fill<Field: PictureField, Sample: PlaneSample>(
    _ planes: [MutablePlane], with field: Field, _ type: Sample.Type
  ) {
    let shift = type.fractionBits
    let half = PictureSample(repeating: 1 &<< (shift &- 1))
    for y in 0..<size.height {
      let rows = planes.map { $0.row(y, of: type) }
      for x in 0..<size.width {
        let sample = field.sample(x: Double(x) + 0.5, y: Double(y) + 0.5)
        // Premultiplied colours are distances from black's 16 and chroma's 128.
        let missing = PictureSample.fullWeight &- min(sample.w, PictureSample.fullWeight)
        let none = (PictureSample(16 << 8, 128 << 8, 128 << 8, 0) &* PictureSample(repeating: missing)) &>> 15
        let code = (sample &+ none &+ half) &>> PictureSample(repeating: shift)
        rows[0][x] = Sample(truncatingIfNeeded: min(code.x, type.greatest))
        rows[1][x] = Sample(truncatingIfNeeded: min(code.y, type.greatest))
        rows[2][x] = Sample(truncatingIfNeeded: min(code.z, type.greatest))
        if rows.count > 3 {
          rows[3][x] = Sample(truncatingIfNeeded: (sample.w &* type.greatest &+ 16384) &>> 15)
        }
      }
    }
  }
}
