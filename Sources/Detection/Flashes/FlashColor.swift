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

  /// The shares in luminance.
  var luminance: (red: Float, green: Float, blue: Float) {
    (Float(xyz.y.0), Float(xyz.y.1), Float(xyz.y.2))
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

/// The light of a cell, or the mean of several.
struct FlashColor: Hashable {
  var red: Int16
  var green: Int16
  var blue: Int16

  init(red: Int16, green: Int16, blue: Int16) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// What is nearly black counts as grey: it has no hue, or one that a code more or less changes.
  @inline(__always)
  static func isNearlyBlack(_ sum: Int32) -> Bool { sum < Int32(FlashGrid.white) >> 8 }

  /// The share of red.
  @inline(__always)
  static func redness(_ red: Int16, _ green: Int16, _ blue: Int16) -> Float {
    let sum = Int32(red) &+ Int32(green) &+ Int32(blue)
    return isNearlyBlack(sum) ? 1 / 3 : Float(red) / Float(sum)
  }

  var redness: Float { Self.redness(red, green, blue) }

  /// R/(R+G+B) of a saturated red.
  static let saturation: Float = 0.8

  /// Of a red that is not nearly black.
  var isSaturatedRed: Bool { red >= FlashGrid.white >> 4 && redness >= Self.saturation }

  /// The colour as it is compared with others.
  var compared: FlashColor {
    Self.isNearlyBlack(Int32(red) + Int32(green) + Int32(blue)) ? FlashColor(red: 1, green: 1, blue: 1) : self
  }
}
