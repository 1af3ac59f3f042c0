import Basics
import Composition
import LibAV

/// Projects pictures that move, turn or have a mask onto the canvas.
struct LayerProjector {
  let canvas: Canvas
  let layer: Layer
  /// The layer's own time.
  let moment: RationalTime
  /// The number of the frame, counted from the layer's start.
  let frame: Int64
  /// The picture of the layer's mask, if it has one.
  let maskImage: TexelImage?

  /// Nil if nothing of the picture is on the canvas at this moment.
  var pose: PicturePose? {
    guard let movement = layer.movement else {
      return PicturePose(content: ExactBox(layer.contentBox), visible: ExactBox(layer.visibleBox))
    }
    guard let pose = movement.layout.pose(at: moment), pose.visible.width > 0, pose.visible.height > 0 else {
      return nil
    }
    return pose
  }

  func picture(_ levels: TexelLevels) -> BlendedPicture? {
    guard let pose else { return nil }
    return masked(RasterField(levels.image(shownAs: pose.content), in: pose), pose)
  }

  /// Returns the projected picture of a layer that is drawn from numbers.
  func drawnPicture() -> BlendedPicture? {
    guard let pose else { return nil }
    let size = ExactSize(width: pose.content.width, height: pose.content.height)
    let flip = FieldFrame(pose: pose, flip: layer.flip)
    switch layer.picture(at: moment) {
    case .color(let color):
      return masked(ColorField(color: PictureSample(color, in: canvas.color)), pose)
    case .gradient(let gradient):
      return masked(
        PlacedField(field: GradientField(gradient, size: size, in: canvas.color), frame: flip), pose)
    case .bars(let bars):
      return masked(
        PlacedField(field: BarsField(bars: bars, size: size, color: canvas.color), frame: flip), pose)
    case .noise(let noise):
      let field = NoiseField(noise, frame: frame, scale: pose.scale, size: size, in: canvas.color)
      return masked(PlacedField(field: field, frame: flip), pose)
    case .shape(let shape):
      let field = ShapeField(shape, size: size, scale: pose.scale, in: canvas.color)
      return masked(PlacedField(field: field, frame: flip), pose)
    case .text, .credits, .subtitles, .moving, .frozen, .film, .frozenFilm, .still: return nil
    }
  }

  private func masked<Field: PictureField>(_ field: Field, _ pose: PicturePose) -> BlendedPicture? {
    guard let projection = Projection(pose, canvas: canvas.size) else { return nil }
    guard let mask = layer.mask else { return projection.picture(of: field) }
    guard let frame = MaskFrame(mask, pose: mask.layout.pose(at: moment), picture: pose) else {
      return mask.isInverted ? projection.picture(of: field) : nil
    }
    let feather = mask.feather.value(at: moment)
    switch mask.source {
    case .rectangle(let radius):
      let shape = ShapeMask(
        .rectangle(radius: max(0, radius.value(at: moment))), frame: frame, feather: feather,
        isInverted: mask.isInverted)
      return projection.picture(of: MaskedField(picture: field, mask: shape))
    case .ellipse:
      let shape = ShapeMask(.ellipse, frame: frame, feather: feather, isInverted: mask.isInverted)
      return projection.picture(of: MaskedField(picture: field, mask: shape))
    case .polygon(let points):
      let shape = ShapeMask(.polygon(points), frame: frame, feather: feather, isInverted: mask.isInverted)
      return projection.picture(of: MaskedField(picture: field, mask: shape))
    case .image, .film:
      guard let maskImage else { return nil }
      let channel: MatteChannel = if case .film(_, _, let channel) = mask.source { channel } else { .luma }
      let image = ImageMask(maskImage, frame: frame, channel: channel, isInverted: mask.isInverted)
      return projection.picture(of: MaskedField(picture: field, mask: image))
    }
  }
}

/// Maps positions in the visible box of a picture to positions in the whole picture.
struct FieldFrame {
  private let offset: (x: Double, y: Double)
  private let size: ExactSize
  private let flip: Flip

  init(pose: PicturePose, flip: Flip) {
    offset = (x: pose.visible.x - pose.content.x, y: pose.visible.y - pose.content.y)
    size = ExactSize(width: pose.content.width, height: pose.content.height)
    self.flip = flip
  }

  func place(x: Double, y: Double) -> (x: Double, y: Double) {
    let (x, y) = (x + offset.x, y + offset.y)
    return (x: flip.isHorizontal ? size.width - x : x, y: flip.isVertical ? size.height - y : y)
  }
}

/// The visible part of a drawn picture.
struct PlacedField<Field: PictureField>: PictureField {
  let field: Field
  let frame: FieldFrame

  func sample(x: Double, y: Double) -> PictureSample {
    let place = frame.place(x: x, y: y)
    return field.sample(x: place.x, y: place.y)
  }
}
