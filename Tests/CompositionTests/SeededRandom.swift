import Basics
import TestSupport
import Testing

/// The time `value / timescale`; a test that gets it wrong fails at the nil.
func time(_ value: Int64, _ timescale: Int64 = 1) throws -> RationalTime {
  try #require(RationalTime(value, timescale))
}

func range(_ start: RationalTime, _ end: RationalTime) throws -> TimeRange {
  try #require(TimeRange(start: start, end: end))
}
