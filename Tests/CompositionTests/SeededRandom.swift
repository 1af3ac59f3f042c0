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
}

/// The time `value / timescale`; a test that gets it wrong fails at the nil.
func time(_ value: Int64, _ timescale: Int64 = 1) throws -> RationalTime {
  try #require(RationalTime(value, timescale))
}

func range(_ start: RationalTime, _ end: RationalTime) throws -> TimeRange {
  try #require(TimeRange(start: start, end: end))
}
