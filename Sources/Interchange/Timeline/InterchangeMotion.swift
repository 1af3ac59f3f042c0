package import Basics

/// The properties of a clip that change over time. Each curve replaces the clip's property of its name.
package struct InterchangeMotion: Hashable, Sendable {
  /// From 0 to 1, including the fades of the picture.
  package var opacity: InterchangeCurve?
  /// Factors; 1 is the recorded volume.
  package var volume: InterchangeCurve?
  /// The centre of the whole picture, in percent of the canvas's width and height.
  package var place: InterchangeCurve?
  /// The width and height of the whole picture, in percent of the canvas.
  package var size: InterchangeCurve?
  /// A factor about the centre, if `size` is unknown.
  package var scale: InterchangeCurve?
  /// Degrees clockwise.
  package var rotation: InterchangeCurve?
  /// The source time over the clip's time, if the speed changes.
  package var speed: InterchangeTimeMap?

  package init() {}

  /// The same changes, delayed by `offset`.
  func shifted(by offset: RationalTime) throws(TimeOverflow) -> InterchangeMotion {
    var moved = self
    for path in [\InterchangeMotion.opacity, \.volume, \.place, \.size, \.scale, \.rotation] {
      moved[keyPath: path] = try self[keyPath: path]?.shifted(by: offset)
    }
    moved.speed = try speed?.shifted(by: offset)
    return moved
  }
}

/// The visible part of a picture.
package struct InterchangeCrop: Hashable, Sendable {
  /// The parts cut off at the left, top, right and bottom, in percent of the picture's width and height.
  package var sides: InterchangeCurve
  /// Whether the rest stays in place; if not, it is fitted like a whole picture.
  package var staysInPlace: Bool

  package init(sides: InterchangeCurve, staysInPlace: Bool) {
    self.sides = sides
    self.staysInPlace = staysInPlace
  }
}

extension InterchangeClip {
  /// Delays all changes over time by `offset`, for a clip that starts earlier by it.
  package mutating func delayMotion(by offset: RationalTime) throws(TimeOverflow) {
    guard offset != .zero else { return }
    motion = try motion.shifted(by: offset)
    if let sides = crop?.sides, !sides.isConstant { crop?.sides = try sides.shifted(by: offset) }
  }
}
