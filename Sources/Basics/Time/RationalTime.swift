/// The error for a time that has no exact value as a 64-bit fraction, such as the sum of two of an author's
/// numbers.
///
/// Arithmetic on times throws this instead of wrapping or trapping, because any of its numbers can come from
/// an author.
package struct TimeOverflow: Error, Hashable, Sendable, CustomStringConvertible {
  package init() {}

  package var description: String { "a time has no exact value in 64 bits" }
}

/// An exact time in seconds: `value / timescale`, always in lowest terms, never infinite.
///
/// Its denominator has 64 bits (`CMTime`'s has 32), so that times of different media add up exactly. Equal
/// times are equal values: each number has one representation.
package struct RationalTime: Hashable, Sendable {
  /// The numerator, with the sign of the time.
  package let value: Int64
  /// The denominator, always positive.
  package let timescale: Int64

  package static let zero = RationalTime(seconds: 0)

  /// A whole number of seconds.
  package init(seconds: Int64) {
    value = seconds
    timescale = 1
  }

  /// The fraction in lowest terms; nil if `timescale` is zero or the reduced fraction does not fit.
  package init?(_ value: Int64, _ timescale: Int64) {
    guard let reduced = try? RationalTime(wide: Int128(value), over: Int128(timescale)) else { return nil }
    self = reduced
  }

  /// Reduces a wide fraction; throws if the result does not fit into 64 bits.
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
    // Each product has at most 126 bits, their sum at most 127, so Int128 contains every intermediate.
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

  /// The time multiplied by the exact factor `numerator / denominator`; throws if the denominator is zero.
  package func scaled(by numerator: Int64, over denominator: Int64) throws(TimeOverflow) -> RationalTime {
    // Both products have at most 126 bits: only the reduced result can be too large.
    try RationalTime(
      wide: Int128(value) * Int128(numerator), over: Int128(timescale) * Int128(denominator))
  }

  /// The product with a dimensionless factor, such as a speed.
  package func times(_ factor: RationalTime) throws(TimeOverflow) -> RationalTime {
    try scaled(by: factor.value, over: factor.timescale)
  }

  /// The quotient by a divisor other than zero.
  package func divided(by divisor: RationalTime) throws(TimeOverflow) -> RationalTime {
    try scaled(by: divisor.timescale, over: divisor.value)
  }
}

extension RationalTime: Comparable {
  package static func < (a: RationalTime, b: RationalTime) -> Bool {
    Int128(a.value) * Int128(b.timescale) < Int128(b.value) * Int128(a.timescale)
  }
}

// MARK: - Conversions

extension RationalTime {
  package var isNegative: Bool { value < 0 }

  /// The nearest double, for drawing curves and for people; never for deciding which frame is visible.
  package var inSeconds: Double { Double(value) / Double(timescale) }

  /// The time in units of `1 / unitsPerSecond`, rounded to the nearest, halves up; nil if the count does not
  /// fit into 64 bits.
  package func rounded(toUnits unitsPerSecond: Int64) -> Rounded<Int64>? {
    let numerator = Int128(value) * Int128(unitsPerSecond)
    return roundHalfUp(numerator, over: Int128(timescale))
  }
}

/// A whole number rounded from an exact value, and whether rounding changed the value.
///
/// `CMTime` has the same information in its *has been rounded* flag.
package struct Rounded<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  package let wasRounded: Bool

  package init(value: Value, wasRounded: Bool) {
    self.value = value
    self.wasRounded = wasRounded
  }
}

/// The whole number nearest to a fraction, halves up (towards positive infinity); nil if the denominator is
/// not positive or the result does not fit into 64 bits.
package func roundHalfUp(_ numerator: Int128, over denominator: Int128) -> Rounded<Int64>? {
  guard denominator > 0 else { return nil }
  let (below, remainder) = flooredDivision(numerator, by: denominator)
  let nearest = remainder >= denominator - remainder ? below + 1 : below
  guard let value = Int64(exactly: nearest) else { return nil }
  return Rounded(value: value, wasRounded: remainder != 0)
}

/// Division towards negative infinity, unlike Swift's, which is towards zero; the divisor is positive.
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
