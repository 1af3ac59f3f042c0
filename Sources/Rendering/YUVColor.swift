package import Composition

/// A colour in the canvas's encoding: BT.709, luma 16 to 235, chroma 16 to 240 around 128, exact before
/// rounding to eight bits.
package struct YUVColor: Hashable, Sendable {
  package let y: Double
  package let u: Double
  package let v: Double

  package init(_ color: Color) {
    let (red, green, blue) = (Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    y = 16 + 219 * luma
    u = 128 + 224 * (blue - luma) / (2 * (1 - 0.0722))
    v = 128 + 224 * (red - luma) / (2 * (1 - 0.2126))
  }

  /// The nearest codes of eight bits.
  package var rounded: (y: UInt8, u: UInt8, v: UInt8) {
    (UInt8(y.rounded()), UInt8(u.rounded()), UInt8(v.rounded()))
  }
}
