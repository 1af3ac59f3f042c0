import Basics

/// The position of a picture on its canvas at one moment.
package struct PicturePose: Hashable, Sendable {
  /// The box of the whole picture without any crop, before rotation.
  package var content: ExactBox
  /// The box of the visible part, before rotation.
  package var visible: ExactBox
  /// The visible part without a crop that leaves the picture in its place; nil without such a crop.
  package private(set) var uncut: ExactBox?
  /// Clockwise about the middle of `frame`.
  package var degrees: Double
  /// The skew about the same middle, before the rotation; nil without one.
  package var shear: Shear?
  /// The enlargement; lengths that belong to the picture grow with it.
  package var scale: Double

  package init(content: ExactBox, visible: ExactBox, degrees: Double = 0, scale: Double = 1) {
    self.content = content
    self.visible = visible
    self.degrees = degrees
    self.scale = scale
  }

  /// The box about whose centre the picture rotates, and on which its mask is measured.
  package var frame: ExactBox { uncut ?? visible }

  /// The centre of `frame`, relative to the corner of `visible`.
  package var pivot: (x: Double, y: Double) {
    guard let uncut else { return (x: visible.width / 2, y: visible.height / 2) }
    return (x: uncut.x + uncut.width / 2 - visible.x, y: uncut.y + uncut.height / 2 - visible.y)
  }

  /// Crops to a part of the content, given as fractions of it, without moving it.
  mutating func cutInPlace(to part: ExactBox) {
    uncut = visible
    let box = ExactBox(
      x: content.x + part.x * content.width, y: content.y + part.y * content.height,
      width: part.width * content.width, height: part.height * content.height)
    visible = visible.intersection(box)
  }

  /// Whether its position is within a million pixels.
  var isNearby: Bool {
    guard shear == nil || bounds.isNearby else { return false }
    return [content, visible].allSatisfy { box in
      box.isNearby
    } && degrees.isFinite
  }

  /// A box that contains the visible part at any angle.
  package var bounds: ExactBox {
    if let shear { return bounds(shear) }
    guard degrees != 0 else { return visible }
    // At any angle, no corner is farther from the pivot than the farthest one now.
    let (across, down) = (
      max(pivot.x, visible.width - pivot.x), max(pivot.y, visible.height - pivot.y)
    )
    let reach = (across * across + down * down).squareRoot()
    return ExactBox(
      x: visible.x + pivot.x - reach, y: visible.y + pivot.y - reach, width: 2 * reach, height: 2 * reach)
  }
}

extension PicturePose {
  /// The corners of the visible part from the upper left one on clockwise, from the pivot, skewed but not rotated.
  package func skewedCorners(_ shear: Shear) -> [(x: Double, y: Double)] {
    let (left, top) = (-pivot.x, -pivot.y)
    let (right, bottom) = (visible.width - pivot.x, visible.height - pivot.y)
    return [(left, top), (right, top), (right, bottom), (left, bottom)].map { x, y in
      (x: x + shear.x * y, y: y + shear.y * x)
    }
  }

  private func bounds(_ shear: Shear) -> ExactBox {
    let corners = skewedCorners(shear)
    let middle = (x: visible.x + pivot.x, y: visible.y + pivot.y)
    guard degrees == 0 else {
      let reach = corners.map { $0.x * $0.x + $0.y * $0.y }.reduce(0, max).squareRoot()
      return ExactBox(x: middle.x - reach, y: middle.y - reach, width: 2 * reach, height: 2 * reach)
    }
    let (across, down) = (corners.map(\.x), corners.map(\.y))
    let (left, top) = (across.reduce(0, min), down.reduce(0, min))
    return ExactBox(
      x: middle.x + left, y: middle.y + top, width: across.reduce(0, max) - left,
      height: down.reduce(0, max) - top)
  }
}

/// How far a picture is skewed: the tangents of its angles.
package struct Shear: Hashable, Sendable {
  /// The shift to the right for each pixel downwards.
  package var x: Double
  /// The shift downwards for each pixel to the right.
  package var y: Double

  /// The angles are in degrees; nil if the picture would have no area, or be mirrored.
  init?(x: Double, y: Double) {
    func tangent(_ degrees: Double) -> Double {
      sine(ofTurns: degrees / 360) / max(cosine(ofTurns: degrees / 360), 1e-3)
    }
    guard abs(x) < 89, abs(y) < 89 else { return nil }
    (self.x, self.y) = (tangent(x), tangent(y))
    guard area > 0.01 else { return nil }
  }

  /// The area of a skewed square of area 1.
  package var area: Double { 1 - x * y }
}

/// A size before it is rounded to whole pixels.
package struct ExactSize: Hashable, Sendable, Codable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A box before its edges are rounded to whole pixels.
package struct ExactBox: Hashable, Sendable, Codable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  static let whole = ExactBox(x: 0, y: 0, width: 1, height: 1)

  /// Whether its edges are within a million pixels.
  var isNearby: Bool { [x, y, x + width, y + height].allSatisfy { abs($0) <= 1_000_000 } }

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package init(_ box: PixelBox) {
    self.init(x: Double(box.x), y: Double(box.y), width: Double(box.width), height: Double(box.height))
  }

  /// Each edge rounded to the nearest pixel: touching boxes still touch. Nil if an edge is out of range.
  package var nearestPixels: PixelBox? {
    box {
      Int(($0 + 0.5).rounded(.down))
    } far: {
      Int(($0 + 0.5).rounded(.down))
    }
  }

  /// The pixels that it touches; nil if an edge is out of range.
  package var touchedPixels: PixelBox? {
    box {
      Int($0.rounded(.down))
    } far: {
      Int($0.rounded(.up))
    }
  }

  private func box(near: (Double) -> Int, far: (Double) -> Int) -> PixelBox? {
    guard [x, y, x + width, y + height].allSatisfy({ abs($0) <= 2_000_000 }) else { return nil }
    let (left, top) = (near(x), near(y))
    return PixelBox(x: left, y: top, width: far(x + width) - left, height: far(y + height) - top)
  }

  /// The part that is inside another box; empty, at an edge of this one, if they do not overlap.
  func intersection(_ other: ExactBox) -> ExactBox {
    let (left, top) = (min(max(x, other.x), x + width), min(max(y, other.y), y + height))
    return ExactBox(
      x: left, y: top, width: max(0, min(x + width, other.x + other.width) - left),
      height: max(0, min(y + height, other.y + other.height) - top))
  }

  /// The smallest box around both.
  package func union(_ other: ExactBox) -> ExactBox {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return ExactBox(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }
}
