// Powers, logarithms and sines in basic arithmetic, because the results of the C library differ in their last
// bits between CPUs and the bytes of films must not.

private let naturalLogarithmOf2 = 0.6931471805599453

/// `base` to the power of `exponent`, to about fourteen digits; 0 if `base` is not positive.
package func power(_ base: Double, _ exponent: Double) -> Double {
  guard base > 0, base.isFinite, exponent.isFinite else { return 0 }
  return exponential(exponent * logarithm(base))
}

/// e to the power of `exponent`.
package func exponential(_ exponent: Double) -> Double {
  guard exponent > -700 else { return 0 }
  guard exponent < 700 else { return .infinity }
  let doublings = (exponent / naturalLogarithmOf2).rounded()
  return exponential(ofSmall: exponent - doublings * naturalLogarithmOf2, timesPowerOf2: Int(doublings))
}

/// 2 to the power of `exponent`, limited to 1000; exact for whole numbers.
package func powerOf2(_ exponent: Double) -> Double {
  guard exponent > -1000 else { return 0 }
  let bounded = min(exponent, 1000)
  let whole = bounded.rounded()
  return exponential(ofSmall: (bounded - whole) * naturalLogarithmOf2, timesPowerOf2: Int(whole))
}

/// e to the power of a number from -0.35 to 0.35 by its series, times a power of 2.
private func exponential(ofSmall exponent: Double, timesPowerOf2 doublings: Int) -> Double {
  var (term, sum) = (1.0, 1.0)
  for order in stride(from: 1.0, through: 18, by: 1) {
    term *= exponent / order
    sum += term
  }
  return sum * Double(sign: .plus, exponent: doublings, significand: 1)
}

/// The natural logarithm of a positive number.
package func logarithm(_ number: Double) -> Double {
  let (exponent, rest) = logarithmParts(number)
  return rest + exponent * naturalLogarithmOf2
}

/// The logarithm to base 2; -1075, below that of every number, unless `number` is positive and normal.
package func logarithm2(_ number: Double) -> Double {
  guard number.isNormal, number > 0 else { return -1075 }
  let (exponent, rest) = logarithmParts(number)
  return exponent + rest / naturalLogarithmOf2
}

/// Splits a number into 2 to the power of `exponent` and e to the power of `rest`, from -0.35 to 0.35.
private func logarithmParts(_ number: Double) -> (exponent: Double, rest: Double) {
  var (significand, exponent) = (number.significand, Double(number.exponent))
  if significand > 1.4142135623730951 {
    significand /= 2
    exponent += 1
  }
  // ln(s) = 2 artanh((s - 1) / (s + 1)). The argument is at most 0.172, so fifteen terms are exact.
  let argument = (significand - 1) / (significand + 1)
  let square = argument * argument
  var (term, sum) = (argument, 0.0)
  for divisor in stride(from: 1.0, through: 29, by: 2) {
    sum += term / divisor
    term *= square
  }
  return (exponent, 2 * sum)
}

/// The sine of an angle in turns of 360°.
package func sine(ofTurns turns: Double) -> Double {
  guard turns.isFinite else { return 0 }
  let part = turns - turns.rounded(.down)
  return part >= 0.5 ? -sineOfHalfTurn(part - 0.5) : sineOfHalfTurn(part)
}

/// The cosine of an angle in turns of 360°.
package func cosine(ofTurns turns: Double) -> Double {
  turns.isFinite ? sine(ofTurns: turns + 0.25) : 1
}

/// The sine of up to half a turn, by its series around zero, to 15 digits.
private func sineOfHalfTurn(_ turns: Double) -> Double {
  let angle = (turns > 0.25 ? 0.5 - turns : turns) * 2 * Double.pi
  let square = angle * angle
  var (term, sum) = (angle, angle)
  for order in stride(from: 2.0, through: 20, by: 2) {
    term *= -square / (order * (order + 1))
    sum += term
  }
  return sum
}
