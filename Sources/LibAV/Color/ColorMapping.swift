internal import Synchronization

/// Brings red, green and blue from one meaning to another: signal to light, light to other lights, back to signal.
///
/// ```
/// signal ─curve─► light ─gain by luminance─► ─matrix─► ─into range─► ─gain─► ─curve─► signal
/// ```
/// All that is no basic arithmetic is in tables that are built in basic arithmetic, so every CPU gives the same.
struct ColorMapping: Sendable {
  private let light: LightTable
  /// By the fourth root of the luminance over its greatest: HLG's system gamma and the tone curve. Nil for 1.
  private let gain: LightTable?
  private let luminance: SIMD4<Float>
  private let greatestLuminance: Float
  private let columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  /// Whether colours that became too bright pale towards white instead of being cut off.
  private let palesHighlights: Bool
  private let targetLuminance: SIMD4<Float>
  /// Of the result's luminance: what takes HLG's system gamma back.
  private let targetGain: LightTable?
  private let signal: LightTable

  init(from source: ColorMeaning, to target: ColorMeaning) {
    let mapsTones = source.isHighDynamicRange && !target.isHighDynamicRange
    light = LightTable(.even, source.transfer.light)
    gain = Self.gain(of: source.transfer, mapsTones: mapsTones)
    greatestLuminance = Float(source.transfer.greatestLight)
    luminance = vector(LightMatrix.luminance(of: source.primaries))
    targetLuminance = vector(LightMatrix.luminance(of: target.primaries))
    // The last table takes light as a share of the greatest one it can say.
    let scale = 1 / target.transfer.greatestDisplayedLight
    let rows = LightMatrix(from: source.primaries, to: target.primaries).rows
    columns = (
      vector(rows.map { $0[0] * scale }), vector(rows.map { $0[1] * scale }),
      vector(rows.map { $0[2] * scale })
    )
    palesHighlights = mapsTones
    // Display to scene: light over luminance to the power of 1 - 1/1.2.
    targetGain =
      target.transfer == .hlg ? LightTable(.fourthRoot) { $0 <= 0 ? 0 : power($0, 1 / 1.2 - 1) } : nil
    signal = LightTable(.fourthRoot, target.transfer.signal)
  }

  func mapped(_ color: SIMD4<Float>) -> SIMD4<Float> {
    var linear = light.values(color)
    if let gain {
      let share = weighted(linear, luminance) / greatestLuminance
      linear *= gain.value(share.squareRoot().squareRoot())
    }
    var result = columns.0 * linear.x + columns.1 * linear.y + columns.2 * linear.z
    result = pointwiseMax(result, SIMD4(repeating: 0))
    let greatest = max(result.x, result.y, result.z)
    if palesHighlights, greatest > 1 { result = paled(result, greatest) }
    if let targetGain {
      let share = min(weighted(result, targetLuminance), 1)
      result *= targetGain.value(share.squareRoot().squareRoot())
    }
    return signal.values(fourthRoot(pointwiseMin(result, SIMD4(repeating: 1))))
  }

  /// Mixed with the grey of its own luminance until no light is too strong: as bright, of the same hue.
  private func paled(_ color: SIMD4<Float>, _ greatest: Float) -> SIMD4<Float> {
    let grey = min(weighted(color, targetLuminance), 1)
    let share = greatest > grey ? (1 - grey) / (greatest - grey) : 0
    return SIMD4(repeating: grey) + (color - SIMD4(repeating: grey)) * share
  }

  private static func gain(of transfer: ColorMeaning.Transfer, mapsTones: Bool) -> LightTable? {
    guard mapsTones || transfer == .hlg else { return nil }
    let greatest = transfer.greatestLight
    return LightTable(.fourthRoot) { share in
      guard share > 0 else { return transfer == .hlg ? 0 : 1 }
      let luminance = share * greatest
      let displayed = transfer == .hlg ? power(luminance, 1.2) * ReferenceWhite.peak : luminance
      return (mapsTones ? ToneCurve.mapped(displayed) : displayed) / luminance
    }
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

  /// Of what `light` gives.
  fileprivate var greatestLight: Double {
    self == .pq ? 10_000 / ReferenceWhite.candelas : 1
  }

  /// What the greatest signal means on a display, over reference white.
  fileprivate var greatestDisplayedLight: Double {
    self == .hlg ? ReferenceWhite.peak : greatestLight
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
