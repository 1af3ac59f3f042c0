package import Basics

/// The position of a picture over its item's own time.
///
/// Lengths are in pixels of the canvas. For picture in picture and masks, that is the enclosing picture.
package struct PictureLayout: Hashable, Sendable, Codable {
  package var canvas: ExactSize
  /// The size of the picture as shown; nil if it has no size of its own (a colour).
  package var natural: PixelSize?
  /// Canvas pixels per picture pixel if no size is set.
  package var naturalScale: Double
  package var fit: Fit = .contain
  /// Whether the canvas is the box if no size is set; otherwise the picture has its own size.
  package var fillsCanvas = true
  /// The box that the picture is fitted into.
  package var width: Curve?
  package var height: Curve?
  package var place: PlaceCurves
  /// The enlargement about the place.
  package var scale: Curve = .constant(1)
  /// Degrees, clockwise, around the middle of the visible picture.
  package var rotation: Curve = .constant(0)
  /// Degrees, before the rotation; nil for a picture that is not skewed.
  package var skew: SkewCurves?
  package var crop: CropCurves?
  /// The point that stays inside if `cover` cuts the picture; nil for its middle.
  package var focus: FocusCurves?

  package init(canvas: ExactSize, natural: PixelSize?, naturalScale: Double = 1, place: PlaceCurves) {
    self.canvas = canvas
    self.natural = natural
    self.naturalScale = naturalScale
    self.place = place
  }

  /// Whether the picture is upright and stays in one place.
  package var isStill: Bool {
    curves.allSatisfy { $0.constantValue != nil } && rotation.constantValue == 0 && skew == nil
  }

  /// Everything that can change over time.
  package var curves: [Curve] {
    let box = [width, height].compactMap(\.self)
    let cuts = crop.map { [$0.left, $0.top, $0.right, $0.bottom] } ?? []
    let focused = focus.map { [$0.x, $0.y] } ?? []
    return box + [place.x, place.y, place.partX, place.partY, scale, rotation] + cuts + focused
      + (skew.map { [$0.x, $0.y] } ?? [])
  }

  /// The same layout with every curve replaced.
  package func mapCurves<Failure>(
    _ change: (Curve) throws(Failure) -> Curve
  ) throws(Failure) -> PictureLayout {
    var changed = self
    if let width { changed.width = try change(width) }
    if let height { changed.height = try change(height) }
    changed.place = PlaceCurves(
      x: try change(place.x), y: try change(place.y), partX: try change(place.partX),
      partY: try change(place.partY))
    changed.scale = try change(scale)
    changed.rotation = try change(rotation)
    if let crop { changed.crop = try crop.mapCurves(change) }
    if let skew { changed.skew = SkewCurves(x: try change(skew.x), y: try change(skew.y)) }
    if let focus { changed.focus = FocusCurves(x: try change(focus.x), y: try change(focus.y)) }
    return changed
  }
}

/// The place of a picture: a point of the canvas, and the point of the picture that lies on it.
package struct PlaceCurves: Hashable, Sendable, Codable {
  package var x: Curve
  package var y: Curve
  /// 0 for the left edge of the picture, 1 for the right one.
  package var partX: Curve
  /// 0 for the upper edge of the picture, 1 for the lower one.
  package var partY: Curve

  package init(x: Curve, y: Curve, partX: Curve, partY: Curve) {
    self.x = x
    self.y = y
    self.partX = partX
    self.partY = partY
  }
}

/// How far the vertical and the horizontal sides of a picture lean over time, in degrees: to the right below the
/// middle, and down at the right.
package struct SkewCurves: Hashable, Sendable, Codable {
  package var x: Curve
  package var y: Curve

  package init(x: Curve, y: Curve) {
    self.x = x
    self.y = y
  }
}

/// A point of a picture over time, as shares of its width and height.
package struct FocusCurves: Hashable, Sendable, Codable {
  package var x: Curve
  package var y: Curve

  package init(x: Curve, y: Curve) {
    self.x = x
    self.y = y
  }
}

/// The parts cut off the sides of a picture, as fractions of its width and height.
package struct CropCurves: Hashable, Sendable, Codable {
  package var anchor: CropAnchor
  package var left: Curve
  package var top: Curve
  package var right: Curve
  package var bottom: Curve

  package init(
    anchor: CropAnchor = .place, left: Curve, top: Curve, right: Curve, bottom: Curve
  ) {
    self.anchor = anchor
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  package func mapCurves<Failure>(
    _ change: (Curve) throws(Failure) -> Curve
  ) throws(Failure) -> CropCurves {
    CropCurves(
      anchor: anchor, left: try change(left), top: try change(top), right: try change(right),
      bottom: try change(bottom))
  }
}

extension PictureLayout {
  /// The position of the picture at a moment; nil if it has no size or is out of range.
  package func pose(at time: RationalTime) -> PicturePose? {
    if let natural, natural.width <= 0 || natural.height <= 0 { return nil }
    let kept = crop.map { $0.anchor == .place ? $0.part(at: time) : .whole } ?? .whole
    let shape = natural.map {
      ExactSize(width: Double($0.width) * kept.width, height: Double($0.height) * kept.height)
    }
    let box = boxSize(at: time, of: shape)
    let scale = self.scale.value(at: time)
    let shown = contentSize(of: shape, in: box)
    let isCut = fit == .cover || fit == .none
    // Only the part inside the box is visible.
    let visible = ExactSize(
      width: (isCut ? min(box.width, shown.width) : shown.width) * scale,
      height: (isCut ? min(box.height, shown.height) : shown.height) * scale)
    let corner = (
      x: place.x.value(at: time) - visible.width * place.partX.value(at: time),
      y: place.y.value(at: time) - visible.height * place.partY.value(at: time)
    )
    let size = ExactSize(width: shown.width * scale / kept.width, height: shown.height * scale / kept.height)
    let cut = (
      x: cutOff(shown.width * scale, to: visible.width, keeping: focus?.x.value(at: time)),
      y: cutOff(shown.height * scale, to: visible.height, keeping: focus?.y.value(at: time))
    )
    let content = ExactBox(
      x: corner.x - cut.x - kept.x * size.width, y: corner.y - cut.y - kept.y * size.height,
      width: size.width, height: size.height)
    var pose = PicturePose(
      content: content,
      visible: ExactBox(x: corner.x, y: corner.y, width: visible.width, height: visible.height),
      degrees: rotation.value(at: time), scale: scale)
    if let skew {
      guard let shear = Shear(x: skew.x.value(at: time), y: skew.y.value(at: time)) else { return nil }
      pose.shear = shear
    }
    if let crop, crop.anchor == .keep { pose.cutInPlace(to: crop.partInPlace(at: time)) }
    return pose.isNearby ? pose : nil
  }

  /// What is cut off before the visible part of a length: half of the rest, or as little more or less as keeps a point
  /// inside. A point beyond the picture, by an easing that overshoots, counts as its edge.
  private func cutOff(_ whole: Double, to visible: Double, keeping point: Double?) -> Double {
    let middle = (whole - visible) / 2
    guard let point, whole > visible else { return middle }
    let place = min(max(point, 0), 1) * whole
    return min(max(middle, place - visible), place)
  }

  /// The size of the box at a moment, before it is enlarged.
  package func boxSize(at time: RationalTime, of shape: ExactSize?) -> ExactSize {
    switch (width?.value(at: time), height?.value(at: time)) {
    case (let width?, let height?): return ExactSize(width: width, height: height)
    case (let width?, nil):
      return ExactSize(width: width, height: shape.map { width * $0.height / $0.width } ?? canvas.height)
    case (nil, let height?):
      return ExactSize(width: shape.map { height * $0.width / $0.height } ?? canvas.width, height: height)
    case (nil, nil):
      guard !fillsCanvas, let shape else { return canvas }
      return ExactSize(width: shape.width * naturalScale, height: shape.height * naturalScale)
    }
  }

  private func contentSize(of shape: ExactSize?, in box: ExactSize) -> ExactSize {
    guard let shape else { return box }
    // Divided last, so that whole results are exact.
    let isBoundByWidth = box.width * shape.height <= box.height * shape.width
    let asWide = ExactSize(width: box.width, height: shape.height * box.width / shape.width)
    let asHigh = ExactSize(width: shape.width * box.height / shape.height, height: box.height)
    switch fit {
    case .fill: return box
    case .contain, .blur: return isBoundByWidth ? asWide : asHigh
    case .cover: return isBoundByWidth ? asHigh : asWide
    case .none: return ExactSize(width: shape.width * naturalScale, height: shape.height * naturalScale)
    }
  }
}

extension CropCurves {
  /// The kept part of a crop that leaves it in its place, as fractions of the picture; it may be empty.
  fileprivate func partInPlace(at time: RationalTime) -> ExactBox {
    let (left, top) = (max(left.value(at: time), 0), max(top.value(at: time), 0))
    return ExactBox(
      x: left, y: top, width: max(1 - left - max(right.value(at: time), 0), 0),
      height: max(1 - top - max(bottom.value(at: time), 0), 0))
  }

  /// The kept part, as fractions of the picture. An easing that overshoots stops at the picture's edges, and
  /// at least a thousandth of the picture remains.
  package func part(at time: RationalTime) -> ExactBox {
    let least = 0.001
    let left = min(max(left.value(at: time), 0), 1 - least)
    let top = min(max(top.value(at: time), 0), 1 - least)
    return ExactBox(
      x: left, y: top, width: max(1 - left - max(right.value(at: time), 0), least),
      height: max(1 - top - max(bottom.value(at: time), 0), least))
  }
}
