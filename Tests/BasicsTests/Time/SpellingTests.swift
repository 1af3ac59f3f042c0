import Basics
import TestSupport
import Testing

@Suite struct SpellingTests {
  @Test("Every time, range and rate is read from its own spelling")
  func roundTrip() throws {
    var random = SeededRandom(seed: 31)
    var times = (0..<2000).map { _ in random.time() }
    times += [Int64.min, .min + 1, -1, 0, 1, .max].flatMap { value in
      [1, 2, 512, 1001, 1_000_000_000, 1_000_000_007, .max].compactMap { RationalTime(value, $0) }
    }
    for time in times { #expect(RationalTime(spelling: time.spelling) == time) }
    for (a, b) in zip(times, times.dropFirst()) {
      let range = try #require(TimeRange(start: min(a, b), end: max(a, b)))
      #expect(TimeRange(spelling: range.spelling) == range)
    }
    for _ in 0..<500 {
      let rate = try random.rate()
      #expect(FrameRate(spelling: rate.spelling) == rate)
    }
  }

  @Test(
    "Every other spelling is refused",
    arguments: [
      "", "s", "2.5", "2.50s", "02s", "+2s", "-0s", "2.s", ".5s", "1e3s", "2,5s", " 2s", "2s ", "2.5ss",
      "5/2s", "10/4s", "1/-3s", "1/0s", "/3s", "1/s", "1/3/5s", "9223372036854775808s", "0.0000000001s",
      "99999999999999999999999999999999999999999s", "1.2.3s", "٣s", "--1s",
    ])
  func otherTimes(text: String) {
    #expect(RationalTime(spelling: text) == nil)
    #expect(TimeRange(spelling: "0s..\(text)") == nil)
  }

  @Test(
    "Ranges run forwards; rates are positive", arguments: ["2s..1s", "..", "0s...1s", "0s", "0s..1s..2s"])
  func otherRanges(text: String) {
    #expect(TimeRange(spelling: text) == nil)
    for rate in ["", "0", "-30", "30/1", "30.0", "30/0", "60/2", "/", "1//2", "1000001"] {
      #expect(FrameRate(spelling: rate) == nil, "\(rate)")
    }
  }
}
