import Basics
internal import CFFmpeg

/// Converts a stream's timestamps ("ticks") to media time and back, exactly.
///
/// ```
/// file's clock   ├── origin ──┼────────────── tick x timeBase
/// media time                  0 ───────────── mediaTime
/// ```
struct StreamClock {
  /// Seconds per tick, as a fraction of two positive numbers.
  let numerator: Int64
  let denominator: Int64
  let origin: RationalTime

  /// Nil for a stream without a usable time base.
  init?(_ timeBase: AVRational, origin: RationalTime = .zero) {
    guard timeBase.num > 0, timeBase.den > 0 else { return nil }
    numerator = Int64(timeBase.num)
    denominator = Int64(timeBase.den)
    self.origin = origin
  }

  func fileTime(_ tick: Int64) throws(TimeOverflow) -> RationalTime {
    try RationalTime(wide: Int128(tick) * Int128(numerator), over: Int128(denominator))
  }

  func mediaTime(_ tick: Int64) throws(TimeOverflow) -> RationalTime {
    try fileTime(tick) - origin
  }

  /// The last tick that is not after a media time.
  func lastTick(notAfter mediaTime: RationalTime) throws(TimeOverflow) -> Int64 {
    try tick(mediaTime, roundingUp: false)
  }

  /// The last tick that is strictly before a media time.
  func lastTick(before mediaTime: RationalTime) throws(TimeOverflow) -> Int64 {
    let above = try tick(mediaTime, roundingUp: true)
    return above - 1
  }

  /// A duration in ticks, rounded down.
  func ticks(inSeconds seconds: Int64) -> Int64 {
    Int64(clamping: Int128(seconds) * Int128(denominator) / Int128(numerator))
  }

  private func tick(_ mediaTime: RationalTime, roundingUp: Bool) throws(TimeOverflow) -> Int64 {
    let time = try mediaTime + origin
    // 63 + 31 bits above, 63 + 31 below: no product overflows.
    let top = Int128(time.value) * Int128(denominator)
    let bottom = Int128(time.timescale) * Int128(numerator)
    let below = floorDivision(top, by: bottom)
    let rounded = roundingUp && below * bottom != top ? below + 1 : below
    guard let tick = Int64(exactly: rounded), let tick = plausibleTick(tick) else { throw TimeOverflow() }
    return tick
  }
}

/// The greatest common divisor; zero only if both are. Neither may be negative.
func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
