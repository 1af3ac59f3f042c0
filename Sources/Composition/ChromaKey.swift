package import Vocabulary

/// Makes one colour of a picture transparent.
///
/// Distances are between colour differences, each from -0.5 to 0.5; all three amounts are in the item's own time.
package struct ChromaKey: Hashable, Sendable, Codable {
  package var color: Color
  /// Colours nearer than this are transparent.
  package var tolerance: Curve
  /// How much farther it is to colours that cover.
  package var softness: Curve
  /// How much of the key's colour is taken out of what stays: 0 nothing, 1 all.
  package var spill: Curve

  package init(
    color: Color, tolerance: Curve = .constant(0.15), softness: Curve = .constant(0.1),
    spill: Curve = .constant(0.5)
  ) {
    self.color = color
    self.tolerance = tolerance
    self.softness = softness
    self.spill = spill
  }
}
