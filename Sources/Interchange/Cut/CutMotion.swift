package import Basics

/// What changes over the time of a clip. Each curve stands for the property of the clip that has its name.
package struct CutMotion: Hashable, Sendable {
  /// From 0 to 1, with the fades of the picture in it.
  package var opacity: CutCurve?
  /// Factors; 1 is as recorded.
  package var volume: CutCurve?
  /// Where the middle of the whole picture is, in percent of the width and of the height of the canvas.
  package var place: CutCurve?
  /// How wide and how high the whole picture is, in percent of the canvas.
  package var size: CutCurve?
  /// A factor about the middle, where `size` is not known.
  package var scale: CutCurve?
  /// Degrees clockwise.
  package var rotation: CutCurve?
  /// Which moment of the source is played, where the speed changes.
  package var speed: CutTimeMap?

  package init() {}

  /// The same changes, later by `offset`.
  func shifted(by offset: RationalTime) throws(TimeOverflow) -> CutMotion {
    var moved = self
    for path in [\CutMotion.opacity, \.volume, \.place, \.size, \.scale, \.rotation] {
      moved[keyPath: path] = try self[keyPath: path]?.shifted(by: offset)
    }
    moved.speed = try speed?.shifted(by: offset)
    return moved
  }
}

/// The part of a picture that is kept.
package struct CutCrop: Hashable, Sendable {
  /// What is cut off at the left, the top, the right and the bottom, in percent of the width and of the height of the picture.
  package var sides: CutCurve
  /// Whether the rest stays where it is; else it is shown as if it were the picture.
  package var staysInPlace: Bool

  package init(sides: CutCurve, staysInPlace: Bool) {
    self.sides = sides
    self.staysInPlace = staysInPlace
  }
}

extension CutClip {
  /// Begins the clip earlier by `offset`: what changes over its time comes later in it.
  package mutating func delayMotion(by offset: RationalTime) throws(TimeOverflow) {
    guard offset != .zero else { return }
    motion = try motion.shifted(by: offset)
    if let sides = crop?.sides, !sides.isConstant { crop?.sides = try sides.shifted(by: offset) }
  }
}
