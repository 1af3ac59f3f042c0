/// How something comes from nothing to all of it, or goes.
package enum FadeShape: String, Hashable, Sendable, Codable, CaseIterable {
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
    case .equalPower: sineOfQuarterTurns(share)
    case .logarithmic: (thousandth(toThe: 1 - share) - 0.001) / 0.999
    case .sCurve: share * share * (3 - 2 * share)
    }
  }
}

/// sin(share * 90°) for 0 to 1, to 12 digits.
package func sineOfQuarterTurns(_ share: Double) -> Double {
  let angle = share * Double.pi / 2
  let square = angle * angle
  var term = angle
  var sum = angle
  for order in stride(from: 2.0, through: 18, by: 2) {
    term *= -square / (order * (order + 1))
    sum += term
  }
  return sum
}

/// 1/1000 to a power from 0 to 1: the eighth root by its series, then squared three times.
private func thousandth(toThe power: Double) -> Double {
  let exponent = -6.907755278982137 * power / 8
  var term = 1.0
  var sum = 1.0
  for order in 1...18 {
    term *= exponent / Double(order)
    sum += term
  }
  let square = sum * sum
  let fourth = square * square
  return fourth * fourth
}
