package import Composition
import LibAV

/// A colour in a canvas's encoding: luma 16 to 235, chroma 16 to 240 around 128, exact before rounding to codes.
///
/// Counted in codes of eight bits at every depth: four times as much are the codes of ten.
package struct YUVColor: Hashable, Sendable {
  package let y: Double
  package let u: Double
  package let v: Double

  /// Colours of scripts are sRGB, whose codes mean in a BT.709 film what they say.
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
  /// What of red, green and blue is in luma.
  fileprivate var lumaWeights: (red: Double, green: Double, blue: Double) {
    switch self {
    case .bt709: (0.2126, 0.7152, 0.0722)
    case .bt601: (0.299, 0.587, 0.114)
    case .bt2020, .hlg, .pq: (0.2627, 0.6780, 0.0593)
    }
  }
}
