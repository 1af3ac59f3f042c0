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

  /// The box reduced by an amount on every side; never smaller than empty.
  package func inset(_ amount: Double) -> SceneBox {
    SceneBox(
      x: x + amount, y: y + amount, width: max(0, width - 2 * amount), height: max(0, height - 2 * amount))
  }
}

/// The colour and width of a line.
package struct SceneStroke: Hashable, Sendable {
  package var color: SceneColor
  package var width: Double
  /// The lengths of dashes and gaps, in turn; empty for a solid line.
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

  /// The radii, limited to what fits into the box.
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

/// A point of a drawing, in pixels from its top left corner.
package struct ScenePoint: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// An sRGB colour; alpha is not premultiplied.
package struct SceneColor: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  package var alpha: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// `0x3B82E0`: red, green and blue.
  package init(_ hexadecimal: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: hexadecimal >> 16), green: UInt8(truncatingIfNeeded: hexadecimal >> 8),
      blue: UInt8(truncatingIfNeeded: hexadecimal))
  }

  /// The same colour with its alpha multiplied by a factor from 0 to 1.
  package func faded(to part: Double) -> SceneColor {
    var color = self
    color.alpha = UInt8((Double(alpha) * min(max(part, 0), 1)).rounded())
    return color
  }

  /// The colour at a fraction, from 0 to 1, of the way to another one.
  package func mixed(with other: SceneColor, at part: Double) -> SceneColor {
    let part = min(max(part, 0), 1)
    let between = { (a: UInt8, b: UInt8) in
      UInt8((Double(a) + (Double(b) - Double(a)) * part).rounded())
    }
    return SceneColor(
      red: between(red, other.red), green: between(green, other.green), blue: between(blue, other.blue),
      alpha: between(alpha, other.alpha))
  }

  /// `#3b82e0`, without its alpha.
  package var hexadecimal: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
