import Basics
import Composition
import Diagnostics
import EditScript

// Drawn pictures, and the changes to a picture other than its place.

extension PictureBuilding {
  mutating func drawnShape(_ shape: ShapeChoice, of item: Item) -> Picture? {
    guard let canvas else { return nil }
    if let radius = item.radius, shape != .word(.rectangle) {
      report(.radiusWithoutRectangle(at: radius.range))
    }
    let ruler = Ruler(canvas)
    let radius = item.radius?.value.start.map { ruler.alongWidth($0) } ?? 0
    let outline: DrawnShape.Outline =
      switch shape {
      case .word(.rectangle): .rectangle(radius: radius)
      case .word(.ellipse): .ellipse
      case .word(.line): .line
      case .polygon(let polygon): .polygon(polygon.corners)
      case .star(let points): .polygon(ShapePoint.star(points))
      case .arrow(let direction): .polygon(ShapePoint.arrow(direction))
      }
    let isLine = shape == .word(.line)
    let stroke = item.stroke?.value.start.map {
      DrawnShape.Stroke(width: ruler.alongHeight($0.width), color: $0.color)
    }
    let isFilled = item.fill != nil || (item.stroke == nil && !isLine)
    let white = Color(red: 255, green: 255, blue: 255)
    return .shape(
      DrawnShape(
        outline: outline, fill: isFilled ? item.fill?.value.start ?? white : nil,
        stroke: stroke ?? (isLine ? DrawnShape.Stroke(width: 2 * ruler.pixelScale, color: white) : nil)
      ))
  }

  mutating func gradient(_ written: Located<GradientValue>) -> Gradient {
    let (radial, radius) = (written.value.radial, written.value.radius)
    if let radius, radial == nil { report(.radiusOfLinearGradient(at: radius.range)) }
    if let radius, radial != nil, radius.value.only == 0 { report(.radiusOfNothing(at: radius.range)) }
    if let radial, written.value.angle != nil { report(.angleOfRadialGradient(at: radial.range)) }
    return Gradient(
      colors: written.value.colors.compactMap(\.start), degrees: written.value.angle?.start?.degrees ?? 180,
      circle: radial?.value.start.map {
        GradientCircle(x: $0.x, y: $0.y, radius: radius?.value.start ?? 1)
      })
  }

  mutating func noise(_ written: NoiseSettings, on canvas: ResolvedCanvas) -> Noise? {
    let size = Ruler(canvas).alongWidth(written.size?.value ?? NoiseSettings.usualSize)
    guard size > 0 else {
      if let place = written.size?.range { report(.noiseWithoutSize(at: place)) }
      return nil
    }
    return Noise(
      size: size, amount: written.amount?.value.start ?? NoiseSettings.usualAmount,
      isColored: written.isColored, isStill: written.isStill)
  }

  /// The frame that replaces a picture over a blurred copy of itself.
  mutating func blurredFrame(of placed: TimedItem, _ layout: inout PictureLayout) -> BlurredFrame? {
    let isSteady = [layout.width, layout.height].allSatisfy { $0 == nil || $0?.constantValue != nil }
    guard isSteady else {
      report(
        .blurInMovingBox(at: placed.item.fit?.range ?? placed.item.kindRange))
      return nil
    }
    let shape = layout.natural.map { ExactSize(width: Double($0.width), height: Double($0.height)) }
    let box = layout.boxSize(at: .zero, of: shape)
    // Pictures that are not read from a file have no edges to blur, which a rule reports.
    guard shape != nil else { return nil }
    let sides = 2...Double(LanguageLimits.canvasSide)
    guard sides.contains(box.width), sides.contains(box.height), box.isDrawable else {
      report(
        .blurInBoxOfSize(box, at: placed.item.fit?.range ?? placed.item.kindRange))
      return nil
    }
    guard let length = placed.length, layout.keepsEnoughToBlur(in: box, over: length) else {
      report(
        .blurOfSmallCrop(at: (placed.item.crop?.range ?? placed.item.motion?.range) ?? placed.item.kindRange))
      return nil
    }
    // Chroma needs whole blocks.
    let size = PixelSize(
      width: 2 * Int((box.width / 2).rounded()), height: 2 * Int((box.height / 2).rounded()))
    // A crop in its place applies to the picture with its frame.
    let isInside = layout.crop?.anchor == .place
    let frame = BlurredFrame(size: size, crop: isInside ? layout.crop : nil)
    layout.natural = size
    layout.naturalScale = 1
    if isInside { layout.crop = nil }
    layout.fit = .fill
    return frame
  }

  // MARK: Masks

  /// The box of a mask in its item's picture, as shown at the start.
  mutating func mask(
    of placed: TimedItem, in picture: PictureLayout, on canvas: ResolvedCanvas, _ clock: ItemClock
  ) -> Mask? {
    // A picture without a pose at its start has no extent, which was reported.
    guard let written = placed.item.mask, let pose = picture.pose(at: .zero) else { return nil }
    let settings = written.value
    let scale = pose.scale == 0 ? 1 : pose.scale
    let (width, height) = (pose.frame.width / scale, pose.frame.height / scale)
    let ruler = Ruler(width: width, height: height, pixelScale: canvas.pixelScale)
    let source: Mask.Source
    var natural: PixelSize?
    switch settings.source {
    case .image:
      // An unknown picture has a finding already.
      guard let medium = placed.matched.mask.medium, let track = media.stillTrack(of: medium) else {
        return nil
      }
      source = .image(media: medium, stream: track.streamIndex)
      natural = track.displaySize
    case .sequence, .clip, .text:
      // An unknown film has a finding already.
      guard let film = placed.matched.mask.film else { return nil }
      source = .film(film, clock: MediaClock(start: .zero), by: settings.channel?.value ?? .luma)
      natural = matteSize(settings, film: media.films[film])
      checkAlpha(of: settings, film: media.films[film])
    case .shape(.word(.ellipse)): source = .ellipse
    case .shape(.polygon(let polygon)): source = .polygon(polygon.corners)
    case .shape(.star(let points)): source = .polygon(ShapePoint.star(points))
    case .shape(.arrow(let direction)): source = .polygon(ShapePoint.arrow(direction))
    case .shape(.word(.rectangle)), .shape(.word(.line)):
      source = .rectangle(
        radius: settings.radius.map { curve($0, clock) { ruler.alongWidth($0) } } ?? .constant(0))
    }
    if let channel = settings.channel, !settings.source.hasChannels {
      report(.channelOfStillMask(at: channel.range))
    }
    if let radius = settings.radius, settings.source != .shape(.word(.rectangle)) {
      report(.radiusWithoutRectangle(at: radius.range))
    }
    var layout = PictureLayout(
      canvas: ExactSize(width: width, height: height), natural: natural,
      place: places(settings.place, on: ruler, clock))
    layout.width = settings.width.map { curve($0, clock) { ruler.alongWidth($0) } }
    layout.height = settings.height.map { curve($0, clock) { ruler.alongHeight($0) } }
    // A picture without a size of its own covers what it masks.
    let isText = if case .text = settings.source { true } else { false }
    layout.fit = layout.width == nil && layout.height == nil && !isText ? .fill : .contain
    let feather = curve(
      settings.feather, initial: 0, itemLength: clock.length, rate: clock.rate
    ) { ruler.alongWidth($0) }
    return Mask(source: source, layout: layout, feather: feather, isInverted: settings.isInverted)
  }
}

extension PictureBuilding {
  /// Reports the alpha of a clip that has none, so that the mask shows everything.
  private mutating func checkAlpha(of mask: MaskSettings, film: LoweredSequence) {
    guard case .clip(let clip) = mask.source, let channel = mask.channel, channel.value == .alpha,
      let medium = film.media.first, let track = media.stillTrack(of: medium), !track.hasAlpha
    else { return }
    report(.matteWithoutAlpha(clip.value, at: channel.range))
  }

  /// The size of a film that is a mask: that of its clip, which fills it, or its own.
  private func matteSize(_ mask: MaskSettings, film: LoweredSequence) -> PixelSize? {
    guard case .clip = mask.source, let medium = film.media.first else { return film.size }
    return media.stillTrack(of: medium)?.displaySize ?? film.size
  }
}

extension MaskSettings.Source {
  /// Whether its brightness and its alpha can differ.
  fileprivate var hasChannels: Bool {
    switch self {
    case .sequence, .clip: true
    case .image, .shape, .text: false
    }
  }
}

extension PolygonValue {
  fileprivate var corners: [ShapePoint] { points.map { ShapePoint(x: $0.x, y: $0.y) } }
}

extension ShapePoint {
  /// The corners of a star that points upwards, on the circle in the middle of the box; the inner ones are those of
  /// a pentagram.
  static func star(_ points: Int) -> [ShapePoint] {
    (0..<2 * points).map { corner in
      let (turns, radius) = (Double(corner) / Double(2 * points), corner % 2 == 0 ? 0.5 : 0.191)
      return ShapePoint(x: 0.5 + radius * sine(ofTurns: turns), y: 0.5 - radius * cosine(ofTurns: turns))
    }
  }

  /// The corners of an arrow whose head is two fifths of its length, and whose shaft is two fifths of its width.
  static func arrow(_ direction: ArrowDirection) -> [ShapePoint] {
    let right = [(0, 0.3), (0.6, 0.3), (0.6, 0), (1, 0.5), (0.6, 1), (0.6, 0.7), (0, 0.7)]
    return right.map { along, across in
      switch direction {
      case .right: ShapePoint(x: along, y: across)
      case .left: ShapePoint(x: 1 - along, y: across)
      case .down: ShapePoint(x: across, y: along)
      case .up: ShapePoint(x: across, y: 1 - along)
      }
    }
  }
}

extension BlurredFrame {
  /// The size of a picture whose part kept at the start fits into the frame.
  func containedSize(of natural: PixelSize) -> PixelSize {
    let kept = crop?.part(at: .zero) ?? ExactBox(x: 0, y: 0, width: 1, height: 1)
    let (width, height) = (Double(natural.width), Double(natural.height))
    let scale = min(Double(size.width) / (width * kept.width), Double(size.height) / (height * kept.height))
    return ExactSize(width: width * scale, height: height * scale).nearest
  }
}

extension PictureLayout {
  /// Whether the whole picture can be drawn if a part fills the box, or the blurred copy at quarter size.
  fileprivate func keepsEnoughToBlur(in box: ExactSize, over length: RationalTime) -> Bool {
    guard let crop, crop.anchor == .place, let natural else { return true }
    // An item without moments has a finding elsewhere.
    return ((try? moments(over: length)) ?? []).allSatisfy { moment in
      let kept = crop.part(at: moment)
      let (width, height) = (Double(natural.width), Double(natural.height))
      let (across, down) = (box.width / (width * kept.width), box.height / (height * kept.height))
      return [min(across, down), max(across, down) / 4].allSatisfy {
        ExactSize(width: width * $0, height: height * $0).isDrawable
      }
    }
  }
}

extension ExactSize {
  fileprivate var isDrawable: Bool { width * height <= Double(LanguageLimits.canvasPixels) }
}

extension Flip {
  init(_ choice: FlipChoice?) {
    self =
      switch choice {
      case nil: .none
      case .horizontal: Flip(isHorizontal: true, isVertical: false)
      case .vertical: Flip(isHorizontal: false, isVertical: true)
      case .both: Flip(isHorizontal: true, isVertical: true)
      }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func blurInMovingBox(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .notAnimatable, "`fit: blur` needs a box of constant size",
      at: place,
      hint: "write one `width` and `height`, and animate `scale`")
  }

  fileprivate static func blurInBoxOfSize(_ box: ExactSize, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .sizeOutOfRange,
      "`fit: blur` needs a box of 2 to \(LanguageLimits.canvasSide) pixels per side and at most"
        + " \(LanguageLimits.canvasPixels) in total; this one is"
        + " \(box.width.canonicalText)x\(box.height.canonicalText)",
      at: place, hint: "write another `width` and `height`")
  }

  fileprivate static func blurOfSmallCrop(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .sizeOutOfRange,
      "`fit: blur` cannot enlarge such a small part: the whole picture would have more than"
        + " \(LanguageLimits.canvasPixels) pixels",
      at: place, hint: "keep a larger part of the picture, or remove `fit: blur`")
  }

  fileprivate static func noiseWithoutSize(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .sizeOutOfRange, "the `size` of noise must be more than 0", at: place, hint: "write `size: 2px`")
  }

  fileprivate static func radiusOfNothing(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .sizeOutOfRange, "the `radius` of a gradient must be more than 0, or only its last colour is visible",
      at: place, hint: "write `radius: 50%`, or a `color`")
  }

  fileprivate static func radiusOfLinearGradient(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .keyOfAnotherKind, "only a radial gradient has a `radius`", at: place,
      hint: "write `radial: 50% 50%` for a gradient around the middle, or remove `radius`")
  }

  fileprivate static func angleOfRadialGradient(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .competingKeys, "a gradient is either radial or has an `angle`", at: place,
      hint: "remove `angle` or `radial`")
  }

  fileprivate static func matteWithoutAlpha(_ clip: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "'\(clip)' has no alpha, so the mask shows everything", at: place,
      hint: "write `by: luma`, or use a clip with alpha")
  }

  fileprivate static func channelOfStillMask(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .keyOfAnotherKind, "only a mask with a `sequence` or a `clip` has a `by`", at: place,
      hint: "remove it: the mask is the brightness, multiplied by the alpha")
  }

  fileprivate static func radiusWithoutRectangle(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .keyOfAnotherKind, "only a rectangle has a `radius`", at: place, hint: "remove it")
  }
}
