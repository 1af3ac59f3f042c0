import Composition

/// A mask that shows the inside of a shape.
struct ShapeMask: MaskField {
  private let outline: ShapeOutline
  private let frame: MaskFrame
  /// The width of the soft edge in the mask's own pixels: at least one pixel of the canvas.
  private let feather: Double
  private let isInverted: Bool

  init(_ source: DrawnShape.Outline, frame: MaskFrame, feather: Double, isInverted: Bool) {
    outline = ShapeOutline(
      source, size: ExactSize(width: frame.pose.visible.width, height: frame.pose.visible.height), scale: 1)
    self.frame = frame
    self.feather = max(feather, frame.pixel)
    self.isInverted = isInverted
  }

  func weight(x: Double, y: Double) -> UInt32 {
    let place = frame.place(x: x, y: y)
    let inside =
      if let polygon = outline.polygon, feather <= frame.pixel {
        polygon.coverage(x: place.x, y: place.y, side: frame.pixel)
      } else {
        coverage(outline.distance(x: place.x, y: place.y) / feather)
      }
    return isInverted ? PictureSample.fullWeight - inside : inside
  }
}

/// A mask that shows a picture where a mask picture is bright or opaque.
struct ImageMask: MaskField {
  private let field: RasterField
  private let frame: MaskFrame
  private let channel: MatteChannel
  private let isInverted: Bool

  init(_ image: TexelImage, frame: MaskFrame, channel: MatteChannel, isInverted: Bool) {
    self.channel = channel
    field = RasterField(image, in: frame.pose)
    self.frame = frame
    self.isInverted = isInverted
  }

  func weight(x: Double, y: Double) -> UInt32 {
    let place = frame.place(x: x, y: y)
    let size = frame.pose.visible
    let isInside = place.x >= 0 && place.y >= 0 && place.x <= size.width && place.y <= size.height
    let sample = isInside ? field.sample(x: place.x, y: place.y) : .nothing
    let inside = channel == .luma ? sample.brightness : min(sample.w, PictureSample.fullWeight)
    return isInverted ? PictureSample.fullWeight - inside : inside
  }
}

extension PictureSample {
  /// The brightness of a premultiplied colour, up to the full weight for opaque white.
  var brightness: UInt32 {
    let black = (16 * 256 * w) >> 15
    let above = x > black ? x - black : 0
    return Swift.min(above * PictureSample.fullWeight / (219 * 256), PictureSample.fullWeight)
  }
}

/// The position of a mask in its picture at one moment.
struct MaskFrame {
  /// In the picture as it was at the start.
  let pose: PicturePose
  private let factor: (x: Double, y: Double)
  /// From the corner that the picture would have without a crop to the visible part of the picture.
  private let offset: (x: Double, y: Double)

  /// Nil if the mask has no size, so nothing is inside it.
  init?(_ mask: Mask, pose: PicturePose?, picture: PicturePose) {
    guard let pose, pose.visible.width > 0, pose.visible.height > 0 else { return nil }
    self.pose = pose
    factor = (
      x: mask.layout.canvas.width / picture.frame.width,
      y: mask.layout.canvas.height / picture.frame.height
    )
    offset = (x: picture.visible.x - picture.frame.x, y: picture.visible.y - picture.frame.y)
  }

  /// Mask pixels per canvas pixel.
  var pixel: Double { max(factor.x, factor.y) }

  /// Maps a position in the picture as currently shown to one relative to the mask's top left corner.
  func place(x: Double, y: Double) -> (x: Double, y: Double) {
    (x: (x + offset.x) * factor.x - pose.visible.x, y: (y + offset.y) * factor.y - pose.visible.y)
  }
}
