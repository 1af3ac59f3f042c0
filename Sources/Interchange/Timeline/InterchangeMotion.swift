package import Basics

/// What changes over the time of a clip. Each curve stands for the property of the clip that has its name.
package struct InterchangeMotion: Hashable, Sendable {
  /// From 0 to 1, with the fades of the picture in it.
  package var opacity: InterchangeCurve?
  /// Factors; 1 is as recorded.
  package var volume: InterchangeCurve?
  /// Where the middle of the whole picture is, in percent of the width and of the height of the canvas.
  package var place: InterchangeCurve?
  /// How wide and how high the whole picture is, in percent of the canvas.
  package var size: InterchangeCurve?
  /// A factor about the middle, where `size` is not known.
  package var scale: InterchangeCurve?
  /// Degrees clockwise.
  package var rotation: InterchangeCurve?
  /// Which moment of the source is played, where the speed changes.
  package var speed: InterchangeTimeMap?

  package init() {}

  /// The same changes, later by `offset`.
  func shifted(by offset: RationalTime) throws(TimeOverflow) -> InterchangeMotion {
    var moved = self
    for path in [\InterchangeMotion.opacity, \.volume, \.place, \.size, \.scale, \.rotation] {
      moved[keyPath: path] = try self[keyPath: path]?.shifted(by: offset)
    }
    moved.speed = try speed?.shifted(by: offset)
    return moved
  }
}

/// The part of a picture that is kept.
package struct InterchangeCrop: Hashable, Sendable {
  /// What is cut off at the left, the top, the right and the bottom, in percent of the width and of the height of the picture.
  package var sides: InterchangeCurve
  /// Whether the rest stays where it is; else it is shown as if it were the picture.
  package var staysInPlace: Bool

  package init(sides: InterchangeCurve, staysInPlace: Bool) {
    self.sides = sides
    self.staysInPlace = staysInPlace
  }
}

extension InterchangeClip {
  /// Begins the clip earlier by `offset`: what changes over its time comes later in it.
  package mutating func delayMotion(by offset: RationalTime) throws(TimeOverflow) {
    guard offset != .zero else { return }
    motion = try motion.shifted(by: offset)
    if let sides = crop?.sides, !sides.isConstant { crop?.sides = try sides.shifted(by: offset) }
  }
}
