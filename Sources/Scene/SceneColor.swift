/// A colour of sRGB, alpha not multiplied in.
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

  /// The same colour, as opaque as a part from 0 to 1 says.
  package func faded(to part: Double) -> SceneColor {
    var color = self
    color.alpha = UInt8((Double(alpha) * min(max(part, 0), 1)).rounded())
    return color
  }

  /// The colour between this one and another, at a part of the way from 0 to 1.
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
