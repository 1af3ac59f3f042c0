import Basics

/// Converts red, green and blue between colour spaces: signal to light, light to other primaries, back to signal.
///
/// ```
/// signal ─curve─► light ─HLG's system gamma─► ─tone curve─► ─matrix─► ─gamma back─► ─curve─► signal
/// ```
/// Tone mapping uses the strongest of the three lights, which preserves hue and saturation. Colours outside
/// the target's gamut are clipped. Functions other than basic arithmetic come from tables, which are built by
/// basic arithmetic: every CPU gives the same values.
///
/// A target of linear light is unbounded: 1 is reference white, brighter light is more, colours outside the
/// gamut have negative components, and nothing is mapped or clipped.
package struct ColorMapping: Sendable {
  private let light: LightTable
  /// HLG only: the gain from scene light to display light, by the fourth root of the scene's luminance.
  private let gain: LightTable?
  private let luminance: SIMD4<Float>
  private let mapsTones: Bool
  private let columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  /// HLG only: the inverse gain, by the fourth root of the display's luminance.
  private let targetGain: LightTable?
  private let targetLuminance: SIMD4<Float>
  /// Nil if light itself is the signal.
  private let signal: LightTable?

  package init(from source: ColorSpace, to target: ColorSpace) {
    mapsTones =
      source.isHighDynamicRange && !target.isHighDynamicRange && target.transfer != .linear
    light = LightTable(.even, source.transfer.light)
    gain = source.transfer == .hlg ? LightTable(.fourthRoot) { power($0, 0.2) * ReferenceWhite.peak } : nil
    luminance = vector(LightMatrix.luminance(of: source.primaries))
    targetLuminance = vector(LightMatrix.luminance(of: target.primaries))
    // The last table expects light as a share of the greatest light.
    let scale = 1 / target.transfer.greatestLight
    let rows = LightMatrix(from: source.primaries, to: target.primaries).rows
    columns = (
      vector(rows.map { $0[0] * scale }), vector(rows.map { $0[1] * scale }),
      vector(rows.map { $0[2] * scale })
    )
    targetGain =
      target.transfer == .hlg ? LightTable(.fourthRoot) { $0 <= 0 ? 0 : power($0, 1 / 1.2 - 1) } : nil
    signal = target.transfer == .linear ? nil : LightTable(.fourthRoot, target.transfer.signal)
  }

  /// Converts a row of pixels in place.
  package func convert(
    red: inout MutableSpan<Float>, green: inout MutableSpan<Float>, blue: inout MutableSpan<Float>
  ) {
    for x in red.indices {
      let color = mapped(SIMD4(red[x], green[x], blue[x], 0))
      red[x] = color.x
      green[x] = color.y
      blue[x] = color.z
    }
  }

  /// Converts one colour, with components from 0 to 1.
  package func mapped(_ color: SIMD4<Float>) -> SIMD4<Float> {
    var lights = light.values(color)
    if let gain { lights *= gain.value(weighted(lights, luminance).squareRoot().squareRoot()) }
    if mapsTones {
      let strongest = max(lights.x, lights.y, lights.z)
      if strongest > ToneCurve.knee { lights *= ToneCurve.mapped(strongest) / strongest }
    }
    var result = columns.0 * lights.x + columns.1 * lights.y + columns.2 * lights.z
    guard let signal else { return result }
    result = pointwiseMin(pointwiseMax(result, SIMD4(repeating: 0)), SIMD4(repeating: 1))
    if let targetGain {
      result *= targetGain.value(weighted(result, targetLuminance).squareRoot().squareRoot())
      result = pointwiseMin(result, SIMD4(repeating: 1))
    }
    return signal.values(result.squareRoot().squareRoot())
  }
}

private func vector(_ numbers: [Double]) -> SIMD4<Float> {
  SIMD4(Float(numbers[0]), Float(numbers[1]), Float(numbers[2]), 0)
}

extension ColorSpace.Transfer {
  /// Light relative to reference white. For HLG, scene light from 0 to 1, because the light of its display
  /// depends on all three components.
  fileprivate func light(_ signal: Double) -> Double {
    switch self {
    case .standard: TransferCurve.standardLight(signal)
    case .linear: signal
    case .hlg: TransferCurve.hlgScene(signal)
    case .pq: TransferCurve.pqLight(signal) * greatestLight
    }
  }

  /// The light of the highest signal on a display, relative to reference white.
  fileprivate var greatestLight: Double {
    switch self {
    case .standard, .linear: 1
    case .hlg: ReferenceWhite.peak
    case .pq: 10_000 / ReferenceWhite.candelas
    }
  }

  /// The signal for light, which is given as a share of the greatest light.
  fileprivate func signal(_ light: Double) -> Double {
    switch self {
    case .standard: TransferCurve.standardSignal(light)
    case .linear: light
    case .hlg: TransferCurve.hlgSignal(light)
    case .pq: TransferCurve.pqSignal(light)
    }
  }
}
