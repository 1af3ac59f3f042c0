import Basics
import Glibc

/// A time of day, as the clocks of a place show it.
package struct ClockTime: Hashable, Sendable {
  private let secondOfDay: Int64

  private static let day: Int64 = 86_400

  /// Reads `18:00` or `18:00:30`; nil for other words.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.count == 2 && part.allSatisfy { $0.isASCII && $0.isNumber } ? Int64(part) : nil
    }
    guard numbers.count == parts.count, (2...3).contains(numbers.count), numbers[0] < 24,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    secondOfDay = zip(numbers, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// The first moment after another one at which clocks begin to show this time, in seconds since 1970. A time that
  /// they skip, because summer time begins, has come when they have passed it.
  ///
  /// `offset` returns by how many seconds the place's clocks are ahead of UTC at a moment. Nil if they do not show the
  /// time for three days, which no place's clocks do.
  package func next(after moment: Int64, offset: (Int64) -> Int64) -> Int64? {
    func timesPassed(by moment: Int64) -> Int128 {
      floorDivision(Int128(moment) + Int128(offset(moment)) - Int128(secondOfDay), by: Int128(Self.day))
    }
    guard moment < .max - 3 * Self.day else { return nil }
    var passed = timesPassed(by: moment)
    for later in moment + 1...moment + 3 * Self.day {
      let count = timesPassed(by: later)
      if count > passed { return later }
      passed = count
    }
    return nil
  }
}

/// By how many seconds the clocks of this machine's place are ahead of UTC at a moment, in seconds since 1970.
package func secondsAheadOfUTC(at moment: Int64) -> Int64 {
  var time = time_t(moment)
  var parts = tm()
  localtime_r(&time, &parts)
  return Int64(parts.tm_gmtoff)
}
