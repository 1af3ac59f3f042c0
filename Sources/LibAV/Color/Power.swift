// Powers in basic arithmetic, because the mathematics library's last digits differ between CPUs and these decide
// about codes.

/// `base` to the power of `exponent`, for a base of zero or more, to about fourteen digits.
func power(_ base: Double, _ exponent: Double) -> Double {
  base <= 0 ? 0 : exponential(exponent * logarithm(base))
}

/// The natural logarithm of a number above zero.
func logarithm(_ number: Double) -> Double {
  var (mantissa, exponent) = (number.significand, Double(number.exponent))
  if mantissa > 1.4142135623730951 {
    mantissa /= 2
    exponent += 1
  }
  // The series of the inverse hyperbolic tangent: the argument is at most 0.172, so that fifteen terms are exact.
  let part = (mantissa - 1) / (mantissa + 1)
  let square = part * part
  var (term, sum) = (part, 0.0)
  for divisor in stride(from: 1.0, through: 29, by: 2) {
    sum += term / divisor
    term *= square
  }
  return 2 * sum + exponent * naturalLogarithmOfTwo
}

/// e to the power of a number.
func exponential(_ number: Double) -> Double {
  guard number > -700 else { return 0 }
  guard number < 700 else { return .infinity }
  let halvings = (number / naturalLogarithmOfTwo).rounded()
  let rest = number - halvings * naturalLogarithmOfTwo
  var (term, sum) = (1.0, 1.0)
  for divisor in stride(from: 1.0, through: 18, by: 1) {
    term *= rest / divisor
    sum += term
  }
  return sum * Double(sign: .plus, exponent: Int(halvings), significand: 1)
}

private let naturalLogarithmOfTwo = 0.6931471805599453
