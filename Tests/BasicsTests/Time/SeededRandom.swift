import Basics
import TestSupport
import Testing

extension SeededRandom {
  /// A time as media have it: timescales up to 100,000, so that sums of three nearly always fit.
  mutating func time() -> RationalTime {
    let timescale = Int64.random(in: 1...100_000, using: &self)
    let value = Int64.random(in: -300_000_000...300_000_000, using: &self)
    return RationalTime(value, timescale) ?? .zero
  }

  mutating func rate() throws -> FrameRate {
    let frames = Int64.random(in: 1...120_000, using: &self)
    let seconds = Int64.random(in: 1...2000, using: &self)
    return try #require(FrameRate(frames, per: seconds))
  }
}

/// The time `value / timescale`; a test that gets it wrong fails at the nil.
func time(_ value: Int64, _ timescale: Int64 = 1) throws -> RationalTime {
  try #require(RationalTime(value, timescale))
}

/// Numbers at the edges of 64 bits and around zero.
let extremes: [Int64] = [.min, .min + 1, -1_000_000_007, -2, -1, 0, 1, 2, 3, 1_000_000_007, .max - 1, .max]

/// Every time that the extremes make.
let extremeTimes: [RationalTime] = extremes.flatMap { value in
  extremes.compactMap { RationalTime(value, $0) }
}
