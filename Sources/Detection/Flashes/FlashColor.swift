/// The primaries of a film's red, green and blue.
package enum FlashPrimaries: Hashable, Sendable {
  case bt709
  case bt2020

  /// The CIE X, Y and Z of red, green and blue light, by IEC 61966-2-1 and BT.2020.
  private var xyz: (x: (Double, Double, Double), y: (Double, Double, Double), z: (Double, Double, Double)) {
    switch self {
    case .bt709: ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    case .bt2020: ((0.6370, 0.1446, 0.1689), (0.2627, 0.6780, 0.0593), (0, 0.0281, 1.0610))
    }
  }

  /// The shares in luminance, in parts of `FlashGrid.white`.
  var luminance: (Int32, Int32, Int32) {
    let white = Double(FlashGrid.white)
    let (red, blue) = (Int32((xyz.y.0 * white).rounded()), Int32((xyz.y.2 * white).rounded()))
    return (red, FlashGrid.white - red - blue, blue)
  }

  /// The CIE 1976 chromaticity of a colour that is not black.
  fileprivate func chromaticity(_ color: FlashColor) -> (u: Double, v: Double) {
    let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
    let (toX, toY, toZ) = xyz
    let x = toX.0 * red + toX.1 * green + toX.2 * blue
    let y = toY.0 * red + toY.1 * green + toY.2 * blue
    let z = toZ.0 * red + toZ.1 * green + toZ.2 * blue
    let sum = x + 15 * y + 3 * z
    return (4 * x / sum, 9 * y / sum)
  }

  /// Whether two colours are more than 0.2 apart in u'v'.
  func areApart(_ one: FlashColor, _ other: FlashColor) -> Bool {
    let (a, b) = (chromaticity(one), chromaticity(other))
    let (u, v) = (a.u - b.u, a.v - b.v)
    return u * u + v * v > 0.2 * 0.2
  }
}

/// The light of a cell, or of several.
struct FlashColor: Hashable {
  var red: Int32
  var green: Int32
  var blue: Int32

  private var sum: Int64 { Int64(red) + Int64(green) + Int64(blue) }

  /// What is nearly black counts as grey: it has no hue, or one that a code more or less changes.
  init(red: Int32, green: Int32, blue: Int32, white: Int32) {
    if red &+ green &+ blue < white >> 8 {
      (self.red, self.green, self.blue) = (1, 1, 1)
    } else {
      (self.red, self.green, self.blue) = (red, green, blue)
    }
  }

  /// R/(R+G+B) >= 0.8, of a red that is not nearly black.
  func isSaturatedRed(white: Int32) -> Bool {
    red >= white >> 4 && Int64(red) >= 4 * (Int64(green) + Int64(blue))
  }

  /// Whether red has a greater share than in another colour.
  func isRedder(than other: FlashColor) -> Bool { Int64(red) * other.sum > Int64(other.red) * sum }
}
