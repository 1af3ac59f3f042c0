// Powers and turns in sums and products only: the C library's differ in their last bits from CPU to CPU, and
// pictures must not.

/// `base` to the power of `exponent`; 0 for a base that is not above 0.
package func power(_ base: Double, _ exponent: Double) -> Double {
  guard base > 0, base.isFinite, exponent.isFinite else { return 0 }
  return exponential(exponent * logarithm(base))
}

/// e to the power of `exponent`.
package func exponential(_ exponent: Double) -> Double {
  let bounded = min(max(exponent, -700), 700)
  let doublings = (bounded / naturalLogarithmOf2).rounded()
  let rest = bounded - doublings * naturalLogarithmOf2
  var term = 1.0
  var sum = 1.0
  for step in 1...20 {
    term = term * rest / Double(step)
    sum += term
  }
  return sum * Double(sign: .plus, exponent: Int(doublings), significand: 1)
}

/// The sine and the cosine of an angle in degrees.
package func turn(byDegrees degrees: Double) -> (sine: Double, cosine: Double) {
  guard degrees.isFinite else { return (0, 1) }
  let whole = degrees.remainder(dividingBy: 360)
  // A quarter of the angle, then doubled twice: the series is short for small angles.
  let angle = whole / 4 * Double.pi / 180
  var (sine, cosine) = (angle, 1.0)
  var (sineTerm, cosineTerm) = (angle, 1.0)
  for step in 1...12 {
    let double = Double(2 * step)
    cosineTerm = -cosineTerm * angle * angle / ((double - 1) * double)
    sineTerm = -sineTerm * angle * angle / (double * (double + 1))
    cosine += cosineTerm
    sine += sineTerm
  }
  for _ in 0..<2 { (sine, cosine) = (2 * sine * cosine, cosine * cosine - sine * sine) }
  return (sine, cosine)
}

private let naturalLogarithmOf2 = 0.693147180559945309417232121458

private func logarithm(_ number: Double) -> Double {
  let (exponent, significand) = (Double(number.exponent), number.significand)
  // ln(s) = 2 artanh((s - 1) / (s + 1)), with s from 1 to 2.
  let ratio = (significand - 1) / (significand + 1)
  var powerOfRatio = ratio
  var sum = ratio
  for step in 1...25 {
    powerOfRatio = powerOfRatio * ratio * ratio
    sum += powerOfRatio / Double(2 * step + 1)
  }
  return 2 * sum + exponent * naturalLogarithmOf2
}
