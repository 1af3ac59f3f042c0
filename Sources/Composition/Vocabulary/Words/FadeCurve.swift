import Basics

/// The shape of a fade in or out.
package enum FadeCurve: String, Hashable, Sendable, Codable, CaseIterable {
  /// The gain rises linearly: in a crossfade, unrelated sounds drop by 3 dB in the middle.
  case linear
  /// The power rises linearly: in a crossfade, unrelated sounds stay equally loud.
  case equalPower = "equal-power"
  /// The level rises linearly in decibels, over 60 dB: the ear hears an even change.
  case logarithmic
  /// Starts and ends gently.
  case sCurve = "s-curve"

  /// The gain after `share` of the fade in; both from 0 to 1.
  ///
  /// Uses basic arithmetic, because the last digits of the mathematics library differ between CPUs.
  package func value(at share: Double) -> Double {
    guard share > 0 else { return 0 }
    guard share < 1 else { return 1 }
    return switch self {
    case .linear: share
    case .equalPower: sine(ofTurns: share / 4)
    case .logarithmic: (power(0.001, 1 - share) - 0.001) / 0.999
    case .sCurve: share * share * (3 - 2 * share)
    }
  }
}
