import Basics

/// Light relative to reference white: 1 is the white of standard video and 203 cd/m² of HDR (BT.2408).
enum ReferenceWhite {
  static let candelas = 203.0
  /// The peak at which HLG is shown and from which PQ is mapped; brighter light becomes white.
  static let peakCandelas = 1000.0
  static let peak = peakCandelas / candelas
}

/// Transfer functions: signal to light and back, each from 0 to 1.
enum TransferCurve {
  /// BT.1886 with zero black.
  static func standardLight(_ signal: Double) -> Double { power(signal, 2.4) }
  static func standardSignal(_ light: Double) -> Double { power(light, 1 / 2.4) }

  /// SMPTE ST 2084; 1 is 10 000 cd/m².
  static func pqLight(_ signal: Double) -> Double {
    let root = power(signal, 1 / pqM2)
    return power(max(root - pqC1, 0) / (pqC2 - pqC3 * root), 1 / pqM1)
  }

  static func pqSignal(_ light: Double) -> Double {
    let root = power(light, pqM1)
    return power((pqC1 + pqC2 * root) / (1 + pqC3 * root), pqM2)
  }

  /// Scene light, by BT.2100's inverse of the camera's curve.
  static func hlgScene(_ signal: Double) -> Double {
    signal <= 0.5 ? signal * signal / 3 : (exponential((signal - hlgC) / hlgA) + hlgB) / 12
  }

  static func hlgSignal(_ scene: Double) -> Double {
    scene <= 1.0 / 12 ? (3 * max(scene, 0)).squareRoot() : hlgA * logarithm(12 * scene - hlgB) + hlgC
  }

  private static let pqM1 = 2610.0 / 16384
  private static let pqM2 = 2523.0 / 4096 * 128
  private static let pqC1 = 3424.0 / 4096
  private static let pqC2 = 2413.0 / 4096 * 32
  private static let pqC3 = 2392.0 / 4096 * 32
  private static let hlgA = 0.17883277
  private static let hlgB = 1 - 4 * hlgA
  private static let hlgC = 0.55991073
}

/// Maps HDR light to standard video: unchanged up to the knee, then compressed; the peak becomes white.
enum ToneCurve {
  /// 122 cd/m².
  static let knee: Float = 0.6
  private static let bend = 1 / (1 - knee) - 1 / (Float(ReferenceWhite.peak) - knee)

  /// For light above the knee.
  static func mapped(_ light: Float) -> Float {
    let above = light - knee
    return min(knee + above / (1 + above * bend), 1)
  }
}

/// A table of a function on 0...1.
///
/// Light is indexed by its fourth root, which gives dark colours more entries; signals are indexed linearly.
struct LightTable: Sendable {
  enum Spacing: Sendable {
    case even
    case fourthRoot
  }

  private let values: [Float]
  private static let last = 16383

  init(_ spacing: Spacing, _ function: (Double) -> Double) {
    values = (0...Self.last).map { index in
      let place = Double(index) / Double(Self.last)
      return Float(function(spacing == .even ? place : place * place * place * place))
    }
  }

  /// The entry for a signal, or for the fourth root of a light. Values are clamped to 0...1; NaN is 0.
  func value(_ place: Float) -> Float {
    let clamped = place > 0 ? min(place, 1) : 0
    return values[Int(clamped * Float(Self.last) + 0.5)]
  }

  func values(_ places: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(value(places.x), value(places.y), value(places.z), 0)
  }
}

/// The sum of three products, in this order.
func weighted(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float { a.x * b.x + a.y * b.y + a.z * b.z }
