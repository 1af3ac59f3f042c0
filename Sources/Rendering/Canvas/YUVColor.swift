package import Composition
import LibAV

/// A colour in a canvas's encoding: luma 16 to 235, chroma 16 to 240 around 128, exact before rounding to
/// codes.
///
/// Values are eight-bit codes at every depth; ten-bit codes are four times as large.
package struct YUVColor: Hashable, Sendable {
  package let y: Double
  package let u: Double
  package let v: Double

  /// Colours in scripts are sRGB; a BT.709 film keeps their codes.
  package init(_ color: Color, in canvasColor: CanvasColor) {
    let (red, green, blue) = mapped(
      red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255,
      from: ColorSpace(primaries: .bt709, transfer: .standard), to: ColorSpace(of: canvasColor.tags))
    let weights = canvasColor.lumaWeights
    let luma = weights.red * red + weights.green * green + weights.blue * blue
    y = 16 + 219 * luma
    u = 128 + 224 * (blue - luma) / (2 * (1 - weights.blue))
    v = 128 + 224 * (red - luma) / (2 * (1 - weights.red))
  }
}

extension CanvasColor {
  /// The shares of red, green and blue in luma.
  fileprivate var lumaWeights: (red: Double, green: Double, blue: Double) {
    switch self {
    case .bt709: (0.2126, 0.7152, 0.0722)
    case .bt601: (0.299, 0.587, 0.114)
    case .bt2020, .hlg, .pq: (0.2627, 0.6780, 0.0593)
    }
  }
}
