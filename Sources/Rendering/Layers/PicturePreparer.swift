import Basics
import Composition
import LibAV

/// A picture as decoded or drawn, before it is prepared for its layer.
struct SourcePicture {
  var frame: VideoFrame
  /// How to turn the picture upright.
  var orientation = PictureOrientation.upright
  var hasAlpha = false
  var isAlphaMultipliedIn = false
  /// Whether it is drawn again for each frame. Its samples with alpha keep their values, which saves two conversions.
  var isInMotion = false
  /// Colour tags that replace those of the file, where set.
  var color = ColorTags()
  /// Pictures of the same origin are converted in the same way.
  let origin: Origin

  enum Origin: Hashable {
    case media(Int)
    case drawn(layer: Int)
    /// A frame of another film, in the form of that film's canvas.
    case film(layer: Int)
    /// The same for a film that is a mask.
    case matte(layer: Int)
    case blurredFrame(layer: Int)
    /// Interpolated from two pictures, which were converted first.
    case between(layer: Int)
  }

  fileprivate var isOfFilm: Bool {
    switch origin {
    case .film, .matte: true
    default: false
    }
  }
}

/// Turns, scales and colours pictures for their layers.
final class PicturePreparer {
  private let canvas: Canvas
  private let pool: FramePool
  private var converters: [ConverterID: PictureConverter] = [:]

  private static let keptConverters = 8

  init(_ canvas: Canvas, pool: FramePool) {
    self.canvas = canvas
    self.pool = pool
  }

  private struct ConverterID: Hashable {
    let origin: SourcePicture.Origin
    let target: PictureTarget
  }

  /// Prepares the picture for a layer that stays in its boxes. `change` filters it at its size on the canvas.
  func picture(
    _ source: SourcePicture, for layer: Layer,
    changing change: (VideoFrame) throws(LibAVError) -> VideoFrame
  ) throws(LibAVError) -> LayerPicture {
    let content = layer.contentBox
    let offset = (x: layer.visibleBox.x - content.x, y: layer.visibleBox.y - content.y)
    let isAligned =
      !source.hasAlpha && layer.isPlain && layer.chromaKey == nil
      && [content.x, content.y, content.width, content.height].allSatisfy { $0 % 2 == 0 }
      && [layer.visibleBox.x, layer.visibleBox.y].allSatisfy { $0 % 2 == 0 }
    let size = PixelSize(width: content.width, height: content.height)
    let upright = try change(upright(source, size: size, isAligned: isAligned))
    return isAligned
      ? .aligned(upright, offset: offset)
      : .blended(BlendedPicture(TexelImage(upright), offset: offset, box: layer.visibleBox))
  }

  /// Prepares the picture for a layer that moves or has a mask.
  func texels(
    _ source: SourcePicture, size: PixelSize,
    changing change: (VideoFrame) throws(LibAVError) -> VideoFrame = { frame throws(LibAVError) in frame }
  ) throws(LibAVError) -> TexelImage {
    TexelImage(try change(upright(source, size: size, isAligned: false)))
  }

  private func upright(
    _ source: SourcePicture, size: PixelSize, isAligned: Bool
  ) throws(LibAVError) -> VideoFrame {
    let target = PictureTarget(
      size: source.orientation.swapsAxes ? size.turned : size,
      layout: canvas.layout(hasAlpha: source.hasAlpha, isAligned: isAligned), color: canvas.color.tags)
    let meant = try source.frame.tagged(overriding: source.color)
    // A picture of another film in the same colours already has this form.
    let isMultiplied = source.isOfFilm && meant.layout == target.layout && meant.color == target.color
    let frame =
      source.hasAlpha && !isMultiplied
      ? try meant.withAlphaMultipliedIn(
        color: canvas.color.tags, isPremultiplied: source.isAlphaMultipliedIn,
        keepsSamples: source.isInMotion, isDeep: canvas.depth == .ten, pool: pool) : meant
    let scaled = try converter(from: source.origin, to: target).convert(frame)
    return try PictureTurn(source.orientation, pool: pool).apply(to: scaled)
  }

  private func converter(from origin: SourcePicture.Origin, to target: PictureTarget) -> PictureConverter {
    let id = ConverterID(origin: origin, target: target)
    if let known = converters[id] { return known }
    if converters.count >= Self.keptConverters { converters.removeAll() }
    let converter = PictureConverter(to: target, pool: pool)
    converters[id] = converter
    return converter
  }
}

// MARK: - Before a blurred copy

extension PicturePreparer {
  /// Draws the whole picture in front of a blurred copy that fills the frame; `crop` is the visible part of
  /// the picture.
  func blurredFrame(
    of source: SourcePicture, shown natural: PixelSize, size: PixelSize, crop: CropCurves?, layer: Int
  ) throws(LibAVError) -> SourcePicture {
    let small = PixelSize(width: max(2, size.width / 8 * 2), height: max(2, size.height / 8 * 2))
    let behind = try covering(source, natural, size: small, crop)
    let background = try converter(
      from: .blurredFrame(layer: layer),
      to: PictureTarget(size: size, layout: canvas.layout, color: canvas.color.tags)
    ).convert(behind)
    guard let box = Self.boxes(.contain, natural, in: size, crop) else {
      return SourcePicture(frame: background, origin: .blurredFrame(layer: layer))
    }
    let image = try texels(source, size: PixelSize(width: box.content.width, height: box.content.height))
    let offset = (x: box.visible.x - box.content.x, y: box.visible.y - box.content.y)
    let picture = BlendedPicture(image, offset: offset, box: box.visible)
    let frame = try background.copy(pool: pool) { planes in
      for (source, target) in zip([picture.luma, picture.u, picture.v], planes) {
        lay(source, onto: target, opacity: 1)
      }
    }
    return SourcePicture(frame: frame, origin: .blurredFrame(layer: layer))
  }

  /// Returns a small, blurred picture that fills the frame.
  private func covering(
    _ source: SourcePicture, _ natural: PixelSize, size: PixelSize, _ crop: CropCurves?
  ) throws(LibAVError) -> VideoFrame {
    guard let box = Self.boxes(.cover, natural, in: size, crop) else {
      return try VideoFrame.allocate(size: size, layout: canvas.layout, color: canvas.color.tags, pool: pool)
      {
        planes in
        for (plane, code) in zip(planes, [16.0, 128, 128]) { plane.fill(withCode: code) }
      }
    }
    let image = try texels(source, size: PixelSize(width: box.content.width, height: box.content.height))
    let offset = (x: -box.content.x, y: -box.content.y)
    let whole = PixelBox(x: 0, y: 0, width: size.width, height: size.height)
    let picture = BlendedPicture(image, offset: offset, box: whole)
    let radius = max(1, min(size.width, size.height) / 24)
    return try VideoFrame.allocate(size: size, layout: canvas.layout, color: canvas.color.tags, pool: pool) {
      planes in
      for (plane, code) in zip(planes, [16.0, 128, 128]) { plane.fill(withCode: code) }
      for (index, (source, target)) in zip([picture.luma, picture.u, picture.v], planes).enumerated() {
        lay(source, onto: target, opacity: 1)
        blurTwice(target, radius: index == 0 ? radius : max(1, radius / 2))
      }
    }
  }

  private static func boxes(
    _ fit: Fit, _ natural: PixelSize, in size: PixelSize, _ crop: CropCurves?
  ) -> (content: PixelBox, visible: PixelBox)? {
    let canvas = ExactSize(width: Double(size.width), height: Double(size.height))
    var layout = PictureLayout(
      canvas: canvas, natural: natural,
      place: PlaceCurves(
        x: .constant(canvas.width / 2), y: .constant(canvas.height / 2), partX: .constant(0.5),
        partY: .constant(0.5)))
    layout.fit = fit
    layout.crop = crop
    guard let pose = layout.pose(at: .zero), let content = pose.content.nearestPixels,
      let visible = pose.visible.nearestPixels, !content.isEmpty, !visible.isEmpty
    else { return nil }
    return (content, visible)
  }
}

extension PictureOrientation {
  /// The orientation of a picture that is flipped after being turned upright.
  func flipped(_ flip: Flip) -> PictureOrientation {
    var turns = clockwiseTurns.rawValue
    var isMirrored = isMirrored
    if flip.isHorizontal != flip.isVertical {
      // Mirroring after a turn equals mirroring before the opposite turn.
      isMirrored.toggle()
      turns = -turns
    }
    // A vertical flip is a mirroring and a half turn; flips in both directions are a half turn.
    if flip.isVertical { turns += 2 }
    let quarters = QuarterTurns(rawValue: (turns % 4 + 4) % 4) ?? .none
    return PictureOrientation(isMirrored: isMirrored, clockwiseTurns: quarters)
  }
}
