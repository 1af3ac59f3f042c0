import Basics

/// How something comes from nothing to all of it, or goes.
package enum FadeCurve: String, Hashable, Sendable, Codable, CaseIterable {
  /// The gain rises evenly: two unlike sounds that change over sink by 3 dB in the middle.
  case linear
  /// The power rises evenly: two unlike sounds that change over stay equally loud.
  case equalPower = "equal-power"
  /// The decibels rise evenly, over 60 of them: the ear hears an even change.
  case logarithmic
  /// Gently away from nothing and gently into all of it.
  case sCurve = "s-curve"

  /// The part that is there when `share` of the way in has passed; both from 0 to 1.
  ///
  /// In basic arithmetic, because the last digits of the mathematics library differ between CPUs.
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
