// Pictures that are drawn from numbers.

/// Evenly spaced colours that blend into each other.
package struct Gradient: Hashable, Sendable, Codable {
  /// At least two.
  package var colors: [Color]
  /// The direction of the gradient, clockwise; 0 is upwards.
  package var degrees: Double

  package init(colors: [Color], degrees: Double) {
    self.colors = colors
    self.degrees = degrees
  }
}

/// A plain shape that fills its box.
package struct DrawnShape: Hashable, Sendable, Codable {
  /// The outline of a drawn shape.
  package enum Outline: Hashable, Sendable, Codable {
    case rectangle(radius: Double)
    case ellipse
    /// From the middle of the left side to the middle of the right side.
    case line
  }

  package var outline: Outline
  package var fill: Color?
  /// Drawn inwards from the outline.
  package var stroke: Stroke?

  /// A line along an outline, with its width in pixels.
  package struct Stroke: Hashable, Sendable, Codable {
    /// In pixels.
    package var width: Double
    package var color: Color

    package init(width: Double, color: Color) {
      self.width = width
      self.color = color
    }
  }

  package init(outline: Outline, fill: Color?, stroke: Stroke?) {
    self.outline = outline
    self.fill = fill
    self.stroke = stroke
  }
}
