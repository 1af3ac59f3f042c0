/// Measures how much of a picture is outside of the permitted levels: red, green, blue and luma, each as the mean of
/// 3x3 pixels, as codes of 8 bits in limited range (EBU R 103).
///
/// Integers and basic arithmetic in one order: every CPU finds the same. Chroma counts for all pixels that share it.
package struct GamutMeter {
  private let lowest: Int
  private let highest: Int
  private var matrix: (weights: MatrixWeights, bits: Int, isFullRange: Bool, codes: GamutMatrix)?

  /// What was found in a picture.
  package struct Excess: Hashable, Sendable {
    /// The share of its pixels that are outside of the levels, from 0 to 1.
    package fileprivate(set) var share: Double
    /// The component that is farthest outside, with its level; nil if none is outside.
    package internal(set) var worst: (component: GamutComponent, level: Int)? {
      get { component.map { ($0, level) } }
      set { (component, level) = (newValue?.component, newValue?.level ?? 0) }
    }
    private var component: GamutComponent?
    private var level = 0

    init(share: Double) { self.share = share }
  }

  package init(lowest: Int, highest: Int) {
    self.lowest = lowest
    self.highest = highest
  }

  /// Nil if a plane is longer than its samples, or if the chroma has other pixels than a half or a quarter. Both chroma
  /// planes have the same layout.
  package mutating func measure(
    luma: Span<UInt8>, _ lumaLayout: PlaneLayout, blue: Span<UInt8>, red: Span<UInt8>,
    _ chromaLayout: PlaneLayout, weights: MatrixWeights, isFullRange: Bool
  ) -> Excess? {
    measured(luma, lumaLayout, blue, red, chromaLayout, weights, isFullRange)
  }

  /// The same of planes of 16-bit words.
  package mutating func measure(
    luma: Span<UInt16>, _ lumaLayout: PlaneLayout, blue: Span<UInt16>, red: Span<UInt16>,
    _ chromaLayout: PlaneLayout, weights: MatrixWeights, isFullRange: Bool
  ) -> Excess? {
    measured(luma, lumaLayout, blue, red, chromaLayout, weights, isFullRange)
  }

  private mutating func measured<Sample: FixedWidthInteger & UnsignedInteger>(
    _ luma: Span<Sample>, _ lumaLayout: PlaneLayout, _ blue: Span<Sample>, _ red: Span<Sample>,
    _ chromaLayout: PlaneLayout, _ weights: MatrixWeights, _ isFullRange: Bool
  ) -> Excess? {
    guard luma.count >= lumaLayout.sampleCount, blue.count >= chromaLayout.sampleCount,
      red.count >= chromaLayout.sampleCount,
      let columnShift = shift(from: lumaLayout.width, to: chromaLayout.width),
      let rowShift = shift(from: lumaLayout.height, to: chromaLayout.height)
    else { return nil }
    let bits = lumaLayout.bits
    if matrix?.weights != weights || matrix?.bits != bits || matrix?.isFullRange != isFullRange {
      matrix = (
        weights, bits, isFullRange, GamutMatrix(weights, bits: bits, isFullRange: isFullRange)
      )
    }
    guard let codes = matrix?.codes else { return nil }
    let picture = GamutPicture(
      lumaLayout: lumaLayout, chromaLayout: chromaLayout, columnShift: columnShift, rowShift: rowShift,
      codes: codes, lowest: lowest, highest: highest)
    return picture.excess(luma, blue, red)
  }
}

package enum GamutComponent: String, Hashable, Sendable, CaseIterable {
  case luma, red, green, blue
}

/// The logarithm of how many luma samples share a chroma sample; nil unless these are 1, 2 or 4.
private func shift(from luma: Int, to chroma: Int) -> Int? {
  (0...2).first { (luma + (1 << $0) - 1) >> $0 == chroma }
}

/// From codes to levels in limited range, both of the picture's bits.
struct GamutMatrix: Hashable, Sendable {
  let luma: Float
  /// What is added for the black level.
  let offset: Float
  let redOfRed: Float
  let greenOfRed: Float
  let greenOfBlue: Float
  let blueOfBlue: Float
  /// The code of grey.
  let grey: Int16
  let bits: Int

  init(_ weights: MatrixWeights, bits: Int, isFullRange: Bool) {
    let green = 1 - weights.red - weights.blue
    let greatest = Double(1 << bits - 1)
    let limited = 219 * Double(1 << (bits - 8))
    // Full range has all codes; chroma then has as many as luma.
    let lumaScale = isFullRange ? limited / greatest : 1
    let chromaScale = isFullRange ? lumaScale : 219.0 / 224
    luma = Float(lumaScale)
    offset = isFullRange ? Float(16 << (bits - 8)) : 0
    redOfRed = Float(2 * (1 - weights.red) * chromaScale)
    blueOfBlue = Float(2 * (1 - weights.blue) * chromaScale)
    greenOfRed = Float(2 * (1 - weights.red) * weights.red / green * chromaScale)
    greenOfBlue = Float(2 * (1 - weights.blue) * weights.blue / green * chromaScale)
    grey = 128 << Int16(bits - 8)
    self.bits = bits
  }
}
