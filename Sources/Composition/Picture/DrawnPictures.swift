// Pictures that are drawn from numbers.

/// Evenly spaced colours that blend into each other.
package struct Gradient: Hashable, Sendable, Codable {
  /// At least two.
  package var colors: [Color]
  /// The direction of a linear gradient, clockwise; 0 is upwards.
  package var degrees: Double
  /// The circle of a radial gradient; nil for a linear one.
  package var circle: GradientCircle?

  package init(colors: [Color], degrees: Double, circle: GradientCircle? = nil) {
    self.colors = colors
    self.degrees = degrees
    self.circle = circle
  }
}

/// Where the colours of a radial gradient run: the first is in the centre, the last on the circle and beyond.
package struct GradientCircle: Hashable, Sendable, Codable {
  /// The centre, as shares of the picture's width and height.
  package var x: Double
  package var y: Double
  /// As a share of the distance from the centre to the farthest corner.
  package var radius: Double

  package init(x: Double, y: Double, radius: Double) {
    self.x = x
    self.y = y
    self.radius = radius
  }

  /// The radius in a picture of this size.
  package func length(in size: ExactSize) -> Double {
    let (across, down) = (max(x.magnitude, (1 - x).magnitude), max(y.magnitude, (1 - y).magnitude))
    let (width, height) = (across * size.width, down * size.height)
    return radius * (width * width + height * height).squareRoot()
  }
}

/// Random grays or colours around middle gray, the same in every render.
package struct Noise: Hashable, Sendable, Codable {
  /// The distance between independent values, in pixels.
  package var size: Double
  /// How far the values reach: 1 is from black to white.
  package var amount: Double
  /// Whether red, green and blue are independent.
  package var isColored: Bool
  /// Whether all frames are the same.
  package var isStill: Bool

  package init(size: Double, amount: Double, isColored: Bool, isStill: Bool) {
    self.size = size
    self.amount = amount
    self.isColored = isColored
    self.isStill = isStill
  }
}

/// A corner of a polygon, as shares of the width and height of its box.
package struct ShapePoint: Hashable, Sendable, Codable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
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
    /// At least three corners; what lies between an inner and an outer turn is inside.
    case polygon([ShapePoint])
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
