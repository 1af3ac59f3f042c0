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
    [content, visible].allSatisfy { box in
      [box.x, box.y, box.x + box.width, box.y + box.height].allSatisfy { abs($0) <= 1_000_000 }
    } && degrees.isFinite
  }

  /// A box that contains the visible part at any angle.
  package var bounds: ExactBox {
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
