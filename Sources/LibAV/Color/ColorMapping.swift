import Basics
internal import Synchronization

/// Brings red, green and blue from one meaning to another: signal to light, light to other lights, back to signal.
///
/// ```
/// signal ─curve─► light ─HLG's system gamma─► ─tone curve─► ─matrix─► ─gamma back─► ─curve─► signal
/// ```
/// Tones are mapped by the strongest of the three lights, so that hues and saturation stay what they are. What the
/// target's lights cannot mix is cut off. All that is no basic arithmetic is in tables that are built in basic
/// arithmetic, so every CPU gives the same.
struct ColorMapping: Sendable {
  private let light: LightTable
  /// Of HLG, by the fourth root of the scene's luminance: from its light to a display's.
  private let gain: LightTable?
  private let luminance: SIMD4<Float>
  private let mapsTones: Bool
  private let columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  /// The way back to HLG's scene, by the fourth root of the display's luminance.
  private let targetGain: LightTable?
  private let targetLuminance: SIMD4<Float>
  private let signal: LightTable

  init(from source: ColorMeaning, to target: ColorMeaning) {
    mapsTones = source.isHighDynamicRange && !target.isHighDynamicRange
    light = LightTable(.even, source.transfer.light)
    gain = source.transfer == .hlg ? LightTable(.fourthRoot) { power($0, 0.2) * ReferenceWhite.peak } : nil
    luminance = vector(LightMatrix.luminance(of: source.primaries))
    targetLuminance = vector(LightMatrix.luminance(of: target.primaries))
    // The last table takes light as a share of the greatest one it can say.
    let scale = 1 / target.transfer.greatestLight
    let rows = LightMatrix(from: source.primaries, to: target.primaries).rows
    columns = (
      vector(rows.map { $0[0] * scale }), vector(rows.map { $0[1] * scale }),
      vector(rows.map { $0[2] * scale })
    )
    targetGain =
      target.transfer == .hlg ? LightTable(.fourthRoot) { $0 <= 0 ? 0 : power($0, 1 / 1.2 - 1) } : nil
    signal = LightTable(.fourthRoot, target.transfer.signal)
  }

  func mapped(_ color: SIMD4<Float>) -> SIMD4<Float> {
    var lights = light.values(color)
    if let gain { lights *= gain.value(weighted(lights, luminance).squareRoot().squareRoot()) }
    if mapsTones {
      let strongest = max(lights.x, lights.y, lights.z)
      if strongest > ToneCurve.knee { lights *= ToneCurve.mapped(strongest) / strongest }
    }
    var result = columns.0 * lights.x + columns.1 * lights.y + columns.2 * lights.z
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

extension ColorMeaning.Transfer {
  /// Light over reference white; of HLG the scene's light, 0 to 1, because its display's depends on all three.
  fileprivate func light(_ signal: Double) -> Double {
    switch self {
    case .standard: TransferCurve.standardLight(signal)
    case .linear: signal
    case .hlg: TransferCurve.hlgScene(signal)
    case .pq: TransferCurve.pqLight(signal) * greatestLight
    }
  }

  /// What the greatest signal means on a display, over reference white.
  fileprivate var greatestLight: Double {
    switch self {
    case .standard, .linear: 1
    case .hlg: ReferenceWhite.peak
    case .pq: 10_000 / ReferenceWhite.candelas
    }
  }

  /// Takes light as a share of the greatest one.
  fileprivate func signal(_ light: Double) -> Double {
    switch self {
    case .standard: TransferCurve.standardSignal(light)
    case .linear: light
    case .hlg: TransferCurve.hlgSignal(light)
    case .pq: TransferCurve.pqSignal(light)
    }
  }
}

// MARK: - Sharing

extension ColorMapping {
  private struct Pair: Hashable {
    let source: ColorMeaning
    let target: ColorMeaning
  }

  /// There are few pairs, and a film meets one of them again and again.
  private static let known = Mutex<[Pair: ColorMapping]>([:])

  /// Nil where both mean the same.
  static func between(_ source: ColorMeaning, _ target: ColorMeaning) -> ColorMapping? {
    guard source != target else { return nil }
    let pair = Pair(source: source, target: target)
    return known.withLock { known in
      if let mapping = known[pair] { return mapping }
      let mapping = ColorMapping(from: source, to: target)
      known[pair] = mapping
      return mapping
    }
  }
}

/// One colour of red, green and blue, 0 to 1, from one meaning to another.
package func mapped(
  red: Double, green: Double, blue: Double, from source: ColorMeaning, to target: ColorMeaning
) -> (red: Double, green: Double, blue: Double) {
  guard let mapping = ColorMapping.between(source, target) else { return (red, green, blue) }
  let result = mapping.mapped(SIMD4(Float(red), Float(green), Float(blue), 0))
  return (Double(result.x), Double(result.y), Double(result.z))
}
