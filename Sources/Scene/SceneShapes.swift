/// A box in pixels; y grows downwards.
package struct SceneBox: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var right: Double { x + width }
  package var bottom: Double { y + height }

  /// Smaller by so much on every side; never less than nothing.
  package func inset(_ amount: Double) -> SceneBox {
    SceneBox(
      x: x + amount, y: y + amount, width: max(0, width - 2 * amount), height: max(0, height - 2 * amount))
  }
}

/// A line of a colour and a width.
package struct SceneStroke: Hashable, Sendable {
  package var color: SceneColor
  package var width: Double
  /// Lengths of what is drawn and what is not, in turn; empty for a whole line.
  package var dashes: [Double]

  package init(_ color: SceneColor, width: Double = 1, dashes: [Double] = []) {
    self.color = color
    self.width = width
    self.dashes = dashes
  }
}

/// A rectangle whose left and right corners may be round.
package struct SceneRectangle: Hashable, Sendable {
  package var box: SceneBox
  package var leftRadius: Double
  package var rightRadius: Double
  package var fill: SceneColor?
  package var stroke: SceneStroke?

  package init(
    _ box: SceneBox, radius: Double = 0, fill: SceneColor? = nil, stroke: SceneStroke? = nil
  ) {
    self.init(box, leftRadius: radius, rightRadius: radius, fill: fill, stroke: stroke)
  }

  package init(
    _ box: SceneBox, leftRadius: Double, rightRadius: Double, fill: SceneColor? = nil,
    stroke: SceneStroke? = nil
  ) {
    self.box = box
    self.leftRadius = leftRadius
    self.rightRadius = rightRadius
    self.fill = fill
    self.stroke = stroke
  }

  /// The radii as far as they fit.
  package var fittingRadii: (left: Double, right: Double) {
    let most = max(0, min(box.width, box.height) / 2)
    return (min(max(leftRadius, 0), most), min(max(rightRadius, 0), most))
  }
}

/// Lines from point to point.
package struct ScenePath: Hashable, Sendable {
  package var points: [ScenePoint]
  package var isClosed: Bool
  package var fill: SceneColor?
  package var stroke: SceneStroke?

  package init(
    _ points: [ScenePoint], isClosed: Bool = false, fill: SceneColor? = nil, stroke: SceneStroke? = nil
  ) {
    self.points = points
    self.isClosed = isClosed
    self.fill = fill
    self.stroke = stroke
  }
}

package struct ScenePoint: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}
