package import Composition

/// A colour in a canvas's encoding: luma 16 to 235, chroma 16 to 240 around 128, exact before rounding to codes.
///
/// Counted in codes of eight bits at every depth: four times as much are the codes of ten.
package struct YUVColor: Hashable, Sendable {
  package let y: Double
  package let u: Double
  package let v: Double

  package init(_ color: Color, in canvasColor: CanvasColor) {
    let (red, green, blue) = (Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    y = 16 + 219 * luma
    u = 128 + 224 * (blue - luma) / (2 * (1 - 0.0722))
    v = 128 + 224 * (red - luma) / (2 * (1 - 0.2126))
  }
}
