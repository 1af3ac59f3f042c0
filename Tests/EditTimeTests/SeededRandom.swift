import EditTime
import Testing

/// SplitMix64: the same numbers in every run, so that a failure can be repeated.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

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
