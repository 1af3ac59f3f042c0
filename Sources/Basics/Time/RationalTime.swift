/// A time result that does not fit: two author's numbers whose sum has no exact 64-bit fraction.
///
/// Arithmetic on times reports this instead of wrapping or trapping, because every number in it can come
/// from an author.
package struct TimeOverflow: Error, Hashable, Sendable, CustomStringConvertible {
  package init() {}

  package var description: String { "a time has no exact value in 64 bits" }
}

/// An exact time in seconds: `value / timescale`, always in lowest terms, never infinite.
///
/// Wider than `CMTime` (64 bits below the line instead of 32), so that times of unlike media add up exactly.
/// Two equal times are always equal values: there is one representation of each number.
package struct RationalTime: Hashable, Sendable {
  /// The numerator; its sign is the sign of the time.
  package let value: Int64
  /// The denominator, always positive.
  package let timescale: Int64

  package static let zero = RationalTime(seconds: 0)

  /// A whole number of seconds.
  package init(seconds: Int64) {
    value = seconds
    timescale = 1
  }

  /// The fraction in lowest terms, or nil when `timescale` is zero or the reduced fraction does not fit.
  package init?(_ value: Int64, _ timescale: Int64) {
    guard let reduced = try? RationalTime(wide: Int128(value), over: Int128(timescale)) else { return nil }
    self = reduced
  }

  /// Reduces a wide fraction and reports what does not fit into 64 bits afterwards.
  package init(wide numerator: Int128, over denominator: Int128) throws(TimeOverflow) {
    guard denominator != 0 else { throw TimeOverflow() }
    let divisor = greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let sign: Int128 = denominator < 0 ? -1 : 1
    guard
      let numeratorMagnitude = Int128(exactly: numerator.magnitude / divisor),
      let denominatorMagnitude = Int128(exactly: denominator.magnitude / divisor),
      let value = Int64(exactly: numerator.signum() * sign * numeratorMagnitude),
      let timescale = Int64(exactly: denominatorMagnitude)
    else { throw TimeOverflow() }
    self.value = value
    self.timescale = timescale
  }
}

// MARK: - Arithmetic

extension RationalTime {
  package static func + (a: RationalTime, b: RationalTime) throws(TimeOverflow) -> RationalTime {
    // Each product has at most 126 bits, their sum at most 127: Int128 holds every intermediate.
    try RationalTime(
      wide: Int128(a.value) * Int128(b.timescale) + Int128(b.value) * Int128(a.timescale),
      over: Int128(a.timescale) * Int128(b.timescale))
  }

  package static func - (a: RationalTime, b: RationalTime) throws(TimeOverflow) -> RationalTime {
    try RationalTime(
      wide: Int128(a.value) * Int128(b.timescale) - Int128(b.value) * Int128(a.timescale),
      over: Int128(a.timescale) * Int128(b.timescale))
  }

  package static prefix func - (a: RationalTime) throws(TimeOverflow) -> RationalTime {
    try .zero - a
  }

  /// The time stretched by the exact factor `numerator / denominator`; a denominator of zero overflows.
  package func scaled(by numerator: Int64, over denominator: Int64) throws(TimeOverflow) -> RationalTime {
    // Both products have at most 126 bits: only the reduced result can be too large.
    try RationalTime(
      wide: Int128(value) * Int128(numerator), over: Int128(timescale) * Int128(denominator))
  }

  /// The product with a factor without a unit, such as a speed.
  package func times(_ factor: RationalTime) throws(TimeOverflow) -> RationalTime {
    try scaled(by: factor.value, over: factor.timescale)
  }

  /// The quotient by a divisor that is not zero.
  package func divided(by divisor: RationalTime) throws(TimeOverflow) -> RationalTime {
    try scaled(by: divisor.timescale, over: divisor.value)
  }
}

extension RationalTime: Comparable {
  package static func < (a: RationalTime, b: RationalTime) -> Bool {
    Int128(a.value) * Int128(b.timescale) < Int128(b.value) * Int128(a.timescale)
  }
}

// MARK: - Leaving the rationals

extension RationalTime {
  package var isNegative: Bool { value < 0 }

  /// The nearest double, for drawing curves and for people; never for deciding which frame is shown.
  package var inSeconds: Double { Double(value) / Double(timescale) }

  /// This time counted in units of `1 / unitsPerSecond`, rounded to the nearest, halves up.
  ///
  /// Nil when the count does not fit into 64 bits.
  package func rounded(toUnits unitsPerSecond: Int64) -> Rounded<Int64>? {
    let numerator = Int128(value) * Int128(unitsPerSecond)
    return roundHalfUp(numerator, over: Int128(timescale))
  }
}

/// A whole number that an exact value was brought to, and whether it had to move.
///
/// `CMTime` keeps the same fact as its *has been rounded* flag.
package struct Rounded<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  package let wasRounded: Bool

  package init(value: Value, wasRounded: Bool) {
    self.value = value
    self.wasRounded = wasRounded
  }
}

/// The whole number nearest to a fraction, halves up (towards positive infinity).
///
/// Nil when the denominator is not positive or the result does not fit into 64 bits.
package func roundHalfUp(_ numerator: Int128, over denominator: Int128) -> Rounded<Int64>? {
  guard denominator > 0 else { return nil }
  let (below, remainder) = flooredDivision(numerator, by: denominator)
  let nearest = remainder >= denominator - remainder ? below + 1 : below
  guard let value = Int64(exactly: nearest) else { return nil }
  return Rounded(value: value, wasRounded: remainder != 0)
}

/// Division towards negative infinity, where Swift's goes towards zero; the divisor is positive.
package func floorDivision(_ numerator: Int128, by divisor: Int128) -> Int128 {
  flooredDivision(numerator, by: divisor).quotient
}

/// The quotient towards negative infinity and a remainder that is never negative.
private func flooredDivision(
  _ numerator: Int128, by divisor: Int128
) -> (quotient: Int128, remainder: Int128) {
  let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

private func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return max(a, 1)
}
