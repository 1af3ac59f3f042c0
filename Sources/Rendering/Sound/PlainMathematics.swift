// The functions that sound needs, in basic arithmetic: the last digits of the mathematics library differ between CPUs,
// and the mix must not.

/// The sine of an angle in turns.
func sine(ofTurns turns: Double) -> Double {
  let part = turns - turns.rounded(.down)
  if part >= 0.5 { return -sineOfHalfTurn(part - 0.5) }
  return sineOfHalfTurn(part)
}

func cosine(ofTurns turns: Double) -> Double { sine(ofTurns: turns + 0.25) }

/// For 0 to half a turn, by its series around zero, to 15 digits.
private func sineOfHalfTurn(_ turns: Double) -> Double {
  let angle = (turns > 0.25 ? 0.5 - turns : turns) * 2 * Double.pi
  let square = angle * angle
  var term = angle
  var sum = angle
  for order in stride(from: 2.0, through: 20, by: 2) {
    term *= -square / (order * (order + 1))
    sum += term
  }
  return sum
}

/// The logarithm to base 2 of a number above zero.
func logarithm2(_ number: Double) -> Double {
  guard number.isNormal, number > 0 else { return -1075 }
  var significand = number.significand
  var exponent = Double(number.exponent)
  if significand > 1.4142135623730951 {
    significand /= 2
    exponent += 1
  }
  // 2 artanh((s - 1) / (s + 1)), which goes quickly because s is near 1.
  let ratio = (significand - 1) / (significand + 1)
  let square = ratio * ratio
  var power = ratio
  var sum = ratio
  for order in stride(from: 3.0, through: 21, by: 2) {
    power *= square
    sum += power / order
  }
  return exponent + 2 * sum / 0.6931471805599453
}

/// 2 to a power.
func powerOf2(_ power: Double) -> Double {
  guard power > -1000 else { return 0 }
  let bounded = min(power, 1000)
  let whole = bounded.rounded()
  let rest = (bounded - whole) * 0.6931471805599453
  var term = 1.0
  var sum = 1.0
  for order in stride(from: 1.0, through: 14, by: 1) {
    term *= rest / order
    sum += term
  }
  return Double(sign: .plus, exponent: Int(whole), significand: sum)
}

/// The factor of so many decibels.
func factor(ofDecibels decibels: Double) -> Double { powerOf2(decibels / 6.020599913279624) }

/// The decibels of a factor; a very low number for nothing.
package func decibels(ofFactor factor: Double) -> Double { logarithm2(factor) * 6.020599913279624 }
