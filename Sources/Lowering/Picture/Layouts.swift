import Basics
import Composition
import Diagnostics
import EditScript

/// The box on which lengths of an item are measured.
struct Ruler {
  let width: Double
  let height: Double
  /// The factor of `px`, if a preset reduces the whole film.
  let pixelScale: Double
  /// The boxes of the items that places name.
  var neighbours: [String: ExactBox] = [:]

  func alongWidth(_ length: Length) -> Double { pixels(length, along: width) }
  func alongHeight(_ length: Length) -> Double { pixels(length, along: height) }

  private func pixels(_ length: Length, along side: Double) -> Double {
    switch length.unit {
    case .pixels: length.amount * pixelScale
    case .percent: length.amount / 100 * side
    case .vmin: length.amount / 100 * min(width, height)
    }
  }

  /// The greatest of the lengths along the height.
  func longest(_ lengths: Animated<Length>) -> Double { lengths.values.map(alongHeight).max() ?? 0 }

  func longest(_ padding: Animated<PaddingValue>, _ side: KeyPath<PaddingValue, Length>) -> Double {
    padding.values.map { alongHeight($0[keyPath: side]) }.max() ?? 0
  }

  /// The space between letters of a size.
  func tracking(_ written: TrackingValue, size: Double) -> Double {
    written.amount.unit == .percent ? written.amount.amount / 100 * size : alongHeight(written.amount)
  }

  func widest(_ stroke: Animated<StrokeValue>) -> Double {
    stroke.values.map { alongHeight($0.width) }.max() ?? 0
  }

  // MARK: Places

  func x(of place: Place) -> Double {
    switch place {
    case .named(let name, let margin, _): pinned(to: name.part.x, of: width, margin: alongWidth(margin))
    case .at(let x, _, _): alongWidth(x)
    case .beside(let neighbour): x(beside: neighbour)
    }
  }

  func y(of place: Place) -> Double {
    switch place {
    case .named(let name, _, let margin): pinned(to: name.part.y, of: height, margin: alongHeight(margin))
    case .at(_, let y, _): alongHeight(y)
    case .beside(let neighbour): y(beside: neighbour)
    }
  }

  private func x(beside neighbour: Neighbour) -> Double {
    let box = neighbours[neighbour.name] ?? ExactBox(x: 0, y: 0, width: width, height: height)
    return switch neighbour.side {
    case .above, .below: box.x + box.width * neighbour.alignment.part
    case .leftOf: box.x - alongWidth(neighbour.margin)
    case .rightOf: box.x + box.width + alongWidth(neighbour.margin)
    }
  }

  private func y(beside neighbour: Neighbour) -> Double {
    let box = neighbours[neighbour.name] ?? ExactBox(x: 0, y: 0, width: width, height: height)
    return switch neighbour.side {
    case .leftOf, .rightOf: box.y + box.height * neighbour.alignment.part
    case .above: box.y - alongHeight(neighbour.margin)
    case .below: box.y + box.height + alongHeight(neighbour.margin)
    }
  }

  private func pinned(to part: Double, of side: Double, margin: Double) -> Double {
    side * part + margin * (1 - 2 * part)
  }
}

extension Ruler {
  init(_ canvas: ResolvedCanvas) {
    self.init(
      width: Double(canvas.size.width), height: Double(canvas.size.height), pixelScale: canvas.pixelScale)
  }
}

extension Place {
  /// The point of the picture that lies on its place: 0 at the left or top, 1 at the right or bottom.
  var anchor: (x: Double, y: Double) {
    switch self {
    case .named(let name, _, _): name.part
    case .at(_, _, let anchor): anchor.part
    case .beside(let neighbour): neighbour.anchor
    }
  }

  static let center = Place.named(
    .center, horizontalMargin: Length(0, .pixels), verticalMargin: Length(0, .pixels))
}

extension Neighbour {
  /// The point of the picture that lies on its place.
  fileprivate var anchor: (x: Double, y: Double) {
    switch side {
    case .above: (alignment.part, 1)
    case .below: (alignment.part, 0)
    case .leftOf: (1, alignment.part)
    case .rightOf: (0, alignment.part)
    }
  }
}

extension Neighbour.Alignment {
  fileprivate var part: Double {
    switch self {
    case .start: 0
    case .center: 0.5
    case .end: 1
    }
  }
}

extension NinePlace {
  /// The position along each axis: 0 at the left or top, 1 at the right or bottom.
  var part: (x: Double, y: Double) {
    switch self {
    case .topLeft: (0, 0)
    case .top: (0.5, 0)
    case .topRight: (1, 0)
    case .left: (0, 0.5)
    case .center: (0.5, 0.5)
    case .right: (1, 0.5)
    case .bottomLeft: (0, 1)
    case .bottom: (0.5, 1)
    case .bottomRight: (1, 1)
    }
  }
}

/// The length and the rate for animated values of one item.
struct ItemClock {
  let length: RationalTime
  let rate: FrameRate?
}

extension PictureBuilding {
  /// The position of an item's picture over its time; `natural` is its displayed size.
  mutating func layout(
    of placed: TimedItem, natural: PixelSize?, on canvas: ResolvedCanvas, _ clock: ItemClock
  ) -> PictureLayout {
    let item = placed.item
    let ruler = Ruler(canvas)
    var layout = PictureLayout(
      canvas: ExactSize(width: ruler.width, height: ruler.height), natural: natural,
      naturalScale: canvas.pixelScale, place: places(of: placed, on: canvas, clock))
    let fit = item.fit?.value ?? .contain
    // The blurred copy is a separate value.
    layout.fit = fit == .blur ? .contain : fit
    if let focus = item.focus {
      if fit == .cover {
        let curves = curves(focus, clock, numbers: [{ $0.x }, { $0.y }])
        layout.focus = FocusCurves(x: curves[0], y: curves[1])
      } else {
        report(.focusWithoutCover(at: focus.range, fit: item.fit?.range))
      }
    }
    layout.width = item.width.map { curve($0, clock) { ruler.alongWidth($0) } }
    layout.height = item.height.map { curve($0, clock) { ruler.alongHeight($0) } }
    if case .shape(let shape) = item.kind, shape.value == .word(.line) {
      let stroke = item.stroke.map { ruler.widest($0.value) } ?? 2 * canvas.pixelScale
      layout.holdLine(ofWidth: stroke)
    }
    // An item of the timeline fills the canvas; an overlay has its own size unless `fit` is written.
    layout.fillsCanvas = placed.list == .timeline || item.fit != nil
    layout.scale = item.scale.map { curve($0, clock) { $0 } } ?? .constant(1)
    layout.rotation = item.rotation.map { curve($0, clock) { $0.degrees } } ?? .constant(0)
    if let skew = item.skew, skew.value.only != SkewValue(x: 0, y: 0) {
      refuseOvershoot(ofSkew: skew)
      let curves = curves(skew, clock, numbers: [{ $0.x }, { $0.y }])
      layout.skew = SkewCurves(x: curves[0], y: curves[1])
    }
    let picture = natural.map { ExactSize(width: Double($0.width), height: Double($0.height)) }
    layout.crop =
      crop(of: item, picture: picture ?? layout.boxSize(at: .zero, of: nil), clock) ?? aperture(of: placed)
    if layout.crop?.anchor == .place, natural == nil {
      // A drawn picture has the size of its box, of which a part is then shown.
      layout.natural = picture == nil ? layout.boxSize(at: .zero, of: nil).nearest : natural
    }
    return layout
  }

  mutating func curve<Value: CanonicalValue>(
    _ written: Located<Animated<Value>>, _ clock: ItemClock, number: (Value) -> Double
  ) -> Curve {
    curve(written, initial: 0, itemLength: clock.length, rate: clock.rate, number: number)
  }

  mutating func places(
    _ written: Located<Animated<Place>>?, on ruler: Ruler, _ clock: ItemClock
  ) -> PlaceCurves {
    let curves = curves(
      written ?? Located(.constant(.center), at: SourceRange(0, 0)), clock,
      numbers: [
        { ruler.x(of: $0) }, { ruler.y(of: $0) }, { $0.anchor.x }, { $0.anchor.y },
      ])
    return PlaceCurves(x: curves[0], y: curves[1], partX: curves[2], partY: curves[3])
  }

  /// The curves of the numbers of one value; a mistake in the value is reported once.
  mutating func curves<Value: CanonicalValue>(
    _ written: Located<Animated<Value>>, _ clock: ItemClock, numbers: [(Value) -> Double]
  ) -> [Curve] {
    var said: [Diagnostic] = []
    return numbers.map { number in
      let (result, findings) = settingFindingsAside { phase in phase.curve(written, clock, number: number) }
      let new = findings.filter { finding in
        !said.contains { $0.id == finding.id && $0.range == finding.range }
      }
      context.findings.report(new)
      said += new
      return result
    }
  }

  // MARK: Crop

  /// The clean aperture that the script asks for, of an item without a part of its own.
  private func aperture(of placed: TimedItem) -> CropCurves? {
    guard placed.item.crop == nil, placed.item.motion == nil, let medium = placed.source.medium,
      let aperture = media.references[medium].aperture, let track = media.references[medium].facts.mainVideo
    else { return nil }
    let sides = aperture.insets(in: track)
    return CropCurves(
      left: .constant(sides.left), top: .constant(sides.top), right: .constant(sides.right),
      bottom: .constant(sides.bottom))
  }

  private mutating func crop(of item: Item, picture: ExactSize, _ clock: ItemClock) -> CropCurves? {
    if let motion = item.motion {
      if let crop = item.crop {
        report(
          .motionAndCrop(at: motion.range, crop.range))
      }
      return CropCurves(motion.value, over: clock.length)
    }
    guard let written = item.crop, picture.width > 0, picture.height > 0 else { return nil }
    let ruler = Ruler(width: picture.width, height: picture.height, pixelScale: 1)
    let (part, anchor) = (written.value.part, written.value.anchor?.value ?? .place)
    let values = part.value.values
    // A part that stays in its place can grow from nothing, but must not be empty all the time.
    let mayBeEmpty = anchor == .keep && values.contains { !ruler.insets(of: $0).isNothing }
    for value in values {
      let insets = ruler.insets(of: value)
      guard !insets.reachesOut, mayBeEmpty || !insets.isNothing else {
        report(
          .cropKeepsNothing(value, of: picture, at: part.range))
        return nil
      }
    }
    let curves = curves(
      part, clock,
      numbers: [
        { ruler.insets(of: $0).left }, { ruler.insets(of: $0).top }, { ruler.insets(of: $0).right },
        { ruler.insets(of: $0).bottom },
      ])
    return CropCurves(anchor: anchor, left: curves[0], top: curves[1], right: curves[2], bottom: curves[3])
  }
}

/// The parts cut off a picture, as fractions of its sides.
private struct Insets {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  /// Whether nothing is left.
  var isNothing: Bool { left + right >= 1 || top + bottom >= 1 }
  /// Whether the remaining part extends beyond the picture.
  var reachesOut: Bool { right < 0 || bottom < 0 || left + right > 1 || top + bottom > 1 }
}

extension Ruler {
  fileprivate func insets(of crop: CropValue) -> Insets {
    switch crop {
    case .insets(let left, let top, let right, let bottom):
      return Insets(
        left: alongWidth(left) / width, top: alongHeight(top) / height, right: alongWidth(right) / width,
        bottom: alongHeight(bottom) / height)
    case .window(let x, let y, let size):
      let (left, top) = (alongWidth(x) / width, alongHeight(y) / height)
      return Insets(
        left: left, top: top, right: 1 - left - alongWidth(size.width) / width,
        bottom: 1 - top - alongHeight(size.height) / height)
    }
  }
}

extension CropCurves {
  /// A window smaller than the picture by the amount moves, narrows or widens during the whole time.
  init(_ motion: MotionValue, over length: RationalTime) {
    let taken = 1 - 1 / (1 + (motion.amount ?? 0.1))
    func moving(_ from: Double, _ to: Double) -> Curve {
      Curve([Curve.Key(time: .zero, value: from), Curve.Key(time: length, value: to)]) ?? .constant(from)
    }
    let half = Curve.constant(taken / 2)
    let (growing, shrinking) = (moving(0, taken), moving(taken, 0))
    switch motion.kind {
    case .zoomIn:
      let inset = moving(0, taken / 2)
      self.init(left: inset, top: inset, right: inset, bottom: inset)
    case .zoomOut:
      let inset = moving(taken / 2, 0)
      self.init(left: inset, top: inset, right: inset, bottom: inset)
    case .panLeft: self.init(left: shrinking, top: half, right: growing, bottom: half)
    case .panRight: self.init(left: growing, top: half, right: shrinking, bottom: half)
    case .panUp: self.init(left: half, top: shrinking, right: half, bottom: growing)
    case .panDown: self.init(left: half, top: growing, right: half, bottom: shrinking)
    }
  }
}

extension PictureLayout {
  /// Enlarges a box that is thinner than the line in it to the line's width, about the same centre.
  fileprivate mutating func holdLine(ofWidth stroke: Double) {
    guard let height else { return }
    self.height = height.mapValues { max($0, stroke) }
    if let before = height.constantValue, before < stroke, let part = place.partY.constantValue {
      place.y = place.y.mapValues { $0 + (before - stroke) * (0.5 - part) }
    }
  }
}

extension ExactSize {
  var nearest: PixelSize {
    PixelSize(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func motionAndCrop(at place: SourceRange, _ crop: SourceRange) -> Diagnostic {
    Diagnostic(
      .competingKeys, "`motion` and `crop` both set which part of the picture is shown",
      at: place, notes: [Diagnostic.Note("the crop", at: crop)], hint: "keep one of them")
  }

  fileprivate static func focusWithoutCover(at place: SourceRange, fit: SourceRange?) -> Diagnostic {
    Diagnostic(
      .keyOfAnotherKind, "only a picture with `fit: cover` has a `focus`", at: place,
      notes: fit.map { [Diagnostic.Note("the fit", at: $0)] } ?? [],
      hint: "write `fit: cover`, which cuts the picture to the shape of its box, or remove `focus`")
  }

  fileprivate static func cropKeepsNothing(_ value: CropValue, of picture: ExactSize, at place: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .cropOutsidePicture,
      "`\(value.canonicalText)` is not inside a picture of"
        + " \(picture.width.canonicalText)x\(picture.height.canonicalText)",
      at: place, hint: "choose a part inside the picture")
  }
}
