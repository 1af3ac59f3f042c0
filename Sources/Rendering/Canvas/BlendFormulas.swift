import Composition

// The formulas of https://www.w3.org/TR/compositing-1: only basic arithmetic and square roots, which every CPU
// rounds in the same way.

extension BlendMode {
  /// The colour of a pixel before its opacity is applied; all colours are from 0 to 1.
  func mixed(_ below: SIMD3<Double>, _ own: SIMD3<Double>) -> SIMD3<Double> {
    let (zero, one) = (SIMD3<Double>.zero, SIMD3<Double>.one)
    switch self {
    case .normal: return own
    case .multiply: return below * own
    case .screen: return below + own - below * own
    case .add: return (below + own).clamped(lowerBound: zero, upperBound: one)
    case .subtract: return (below - own).clamped(lowerBound: zero, upperBound: one)
    case .darken: return pointwiseMin(below, own)
    case .lighten: return pointwiseMax(below, own)
    case .overlay: return Self.overlaid(own, below)
    case .hardLight: return Self.overlaid(below, own)
    case .difference: return pointwiseMax(below - own, own - below)
    case .exclusion: return below + own - 2 * below * own
    case .softLight: return below.mapped(with: own, Self.softLight)
    case .colorDodge: return below.mapped(with: own, Self.dodged)
    case .colorBurn: return below.mapped(with: own, Self.burnt)
    case .hue: return own.withSaturation(below.saturation).withLuminosity(below.luminosity)
    case .saturation: return below.withSaturation(own.saturation).withLuminosity(below.luminosity)
    case .color: return own.withLuminosity(below.luminosity)
    case .luminosity: return below.withLuminosity(own.luminosity)
    }
  }

  /// Multiplies by the doubled `deciding` colour where it is dark, and screens where it is bright.
  private static func overlaid(_ other: SIMD3<Double>, _ deciding: SIMD3<Double>) -> SIMD3<Double> {
    let one = SIMD3<Double>.one
    let dark = 2 * deciding * other
    return dark.replacing(with: one - 2 * (one - deciding) * (one - other), where: deciding .> 0.5)
  }

  private static func softLight(_ below: Double, _ own: Double) -> Double {
    if own <= 0.5 { return below - (1 - 2 * own) * below * (1 - below) }
    let light = below <= 0.25 ? ((16 * below - 12) * below + 4) * below : below.squareRoot()
    return below + (2 * own - 1) * (light - below)
  }

  private static func dodged(_ below: Double, _ own: Double) -> Double {
    if below <= 0 { return 0 }
    return below >= 1 - own ? 1 : below / (1 - own)
  }

  private static func burnt(_ below: Double, _ own: Double) -> Double {
    if below >= 1 { return 1 }
    return 1 - below >= own ? 0 : 1 - (1 - below) / own
  }
}

extension SIMD3<Double> {
  fileprivate func mapped(with other: Self, _ change: (Double, Double) -> Double) -> Self {
    SIMD3(change(x, other.x), change(y, other.y), change(z, other.z))
  }

  /// The W3C's `Lum`, with the weights of its formulas in every colour space.
  fileprivate var luminosity: Double { 0.3 * x + 0.59 * y + 0.11 * z }

  /// The W3C's `Sat`.
  fileprivate var saturation: Double { self.max() - self.min() }

  /// The W3C's `SetLum` with its `ClipColor`.
  fileprivate func withLuminosity(_ luminosity: Double) -> Self {
    let moved = self + Self(repeating: luminosity - self.luminosity)
    let middle = moved.luminosity
    let (least, most) = (moved.min(), moved.max())
    var color = moved
    // A gray that is a rounding error below black has no distance to its middle.
    if least < 0, middle > least {
      color = Self(repeating: middle) + (color - Self(repeating: middle)) * (middle / (middle - least))
    }
    if most > 1, most > middle {
      color = Self(repeating: middle) + (color - Self(repeating: middle)) * ((1 - middle) / (most - middle))
    }
    return color.clamped(lowerBound: .zero, upperBound: .one)
  }

  /// The W3C's `SetSat`: the least channel becomes 0, the greatest the saturation.
  fileprivate func withSaturation(_ saturation: Double) -> Self {
    let (least, most) = (self.min(), self.max())
    // The conversion from luma and chroma leaves a gray with channels that differ by rounding errors.
    guard most - least > 1e-6 else { return .zero }
    return (self - Self(repeating: least)) * (saturation / (most - least))
  }
}
