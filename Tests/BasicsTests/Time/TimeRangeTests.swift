import Basics
import FoundationEssentials
import TestSupport
import Testing

private func range(_ start: Int64, _ end: Int64) throws -> TimeRange {
  try #require(TimeRange(start: time(start), end: time(end)))
}

@Suite struct TimeRangeTests {
  @Test("A range holds its start and not its end")
  func halfOpen() throws {
    let range = try range(2, 5)
    #expect(range.contains(try time(2)))
    #expect(range.contains(try time(4_999_999, 1_000_000)))
    #expect(!range.contains(try time(5)))
    #expect(try range.duration() == time(3))
    #expect(!TimeRange.zero.contains(RationalTime.zero))
  }

  @Test("A range never runs backwards")
  func reversed() throws {
    #expect(try TimeRange(start: time(2), end: time(1)) == nil)
    #expect(try TimeRange(start: time(2), duration: time(-1, 1000)) == nil)
    #expect(try TimeRange(start: time(2), duration: time(3)) == range(2, 5))
    #expect(try TimeRange(start: time(2), end: time(2))?.isEmpty == true)
    #expect(throws: TimeOverflow()) { try TimeRange(start: time(.max), duration: time(1)) }
    #expect(throws: TimeOverflow()) { try TimeRange(start: time(.min), end: time(.max))?.duration() }
  }

  @Test("Intersection and union of ranges that overlap, touch and lie apart")
  func setOperations() throws {
    #expect(try range(0, 5).intersection(range(3, 9)) == range(3, 5))
    #expect(try range(0, 9).intersection(range(3, 5)) == range(3, 5))
    #expect(try range(0, 5).intersection(range(5, 9)) == nil)
    #expect(try range(0, 5).intersection(range(6, 9)) == nil)
    #expect(try range(0, 5).intersection(range(3, 3)) == nil)
    #expect(try range(0, 5).union(range(7, 9)) == range(0, 9))
    #expect(try range(0, 9).contains(range(3, 9)))
    #expect(try !range(0, 9).contains(range(3, 10)))
    #expect(try range(0, 9).contains(range(9, 9)))
    #expect(try range(2, 5).shifted(by: time(-3)) == range(-1, 2))
    #expect(throws: TimeOverflow()) { try range(2, 5).shifted(by: time(.max)) }
  }

  @Test("A moment lies in the intersection when it lies in both ranges")
  func intersectionHoldsSharedMoments() throws {
    var random = SeededRandom(seed: 8)
    func pick() throws -> TimeRange {
      let ends = (0..<2).map { _ in Int64.random(in: 0...40, using: &random) }.sorted()
      return try range(ends[0], ends[1])
    }
    for _ in 0..<2000 {
      let (a, b) = (try pick(), try pick())
      for moment in Int64(0)...40 {
        let moment = try time(moment)
        let isShared = a.contains(moment) && b.contains(moment)
        if (a.intersection(b)?.contains(moment) ?? false) != isShared { Issue.record("\(a) \(b) \(moment)") }
        if a.contains(moment), !a.union(b).contains(moment) { Issue.record("\(a) \(b) \(moment)") }
      }
    }
  }

  @Test("Times, ranges, rates and extents are stored as pairs of numbers and read back")
  func coding() throws {
    struct All: Codable, Equatable {
      let time: RationalTime
      let range: TimeRange
      let rate: FrameRate
      let extent: Extent
    }
    let all = All(
      time: try time(-1, 3), range: try range(2, 5), rate: try #require(FrameRate(30000, per: 1001)),
      extent: .finite(try time(7, 2)))
    let data = try JSONEncoder().encode(all)
    #expect(try JSONDecoder().decode(All.self, from: data) == all)
    #expect(String(decoding: try JSONEncoder().encode([all.range]), as: UTF8.self) == "[[[2,1],[5,1]]]")
  }

  @Test("Stored numbers that make no time, range or rate are refused")
  func badCoding() {
    let decoder = JSONDecoder()
    #expect(throws: DecodingError.self) { try decoder.decode(RationalTime.self, from: Data("[1,0]".utf8)) }
    #expect(throws: DecodingError.self) { try decoder.decode(RationalTime.self, from: Data("[1]".utf8)) }
    #expect(throws: DecodingError.self) { try decoder.decode(FrameRate.self, from: Data("[0,1]".utf8)) }
    #expect(throws: DecodingError.self) {
      try decoder.decode(TimeRange.self, from: Data("[[2,1],[1,1]]".utf8))
    }
  }
}
