import Testing

@testable import Export

/// Moments are in seconds since 1970; Python's `zoneinfo` gave all of them.
@Suite("Times of day")
struct ClockTimeTests {
  /// Berlin in 2026: summer time from 29 March, 01:00 UTC, to 25 October, 01:00 UTC.
  private static func berlin(_ moment: Int64) -> Int64 {
    (1_774_746_000..<1_792_890_000).contains(moment) ? 7200 : 3600
  }

  private func next(
    _ text: String, after moment: Int64, _ offset: (Int64) -> Int64 = ClockTimeTests.berlin
  ) throws -> Int64? {
    try #require(ClockTime(text)).next(after: moment, offset: offset)
  }

  @Test("a time that has passed is tomorrow's, and so is that of this very second")
  func tomorrow() throws {
    let noon: Int64 = 1_774_695_600  // on 28 March
    #expect(try next("12:00:01", after: noon) == noon + 1)
    #expect(try next("20:00", after: noon) == noon + 8 * 3600)
    #expect(try next("23:59:59", after: noon) == 1_774_738_799)
    #expect(try next("00:00", after: 1_774_738_799) == 1_774_738_800)
    // In between, the clocks lose an hour.
    #expect(try next("12:00", after: noon) == 1_774_778_400)
    #expect(try next("11:59:59", after: noon) == 1_774_778_399)
  }

  @Test("when summer time begins, a skipped time has come with the first one that is shown")
  func skipped() throws {
    let noon: Int64 = 1_774_695_600
    for text in ["02:00", "02:30", "02:59:59", "03:00"] {
      #expect(try next(text, after: noon) == 1_774_746_000, "\(text)")
    }
    #expect(try next("01:59:59", after: noon) == 1_774_745_999)
    #expect(try next("03:00:01", after: noon) == 1_774_746_001)
    // It comes only once.
    #expect(try next("02:30", after: 1_774_746_000) == 1_774_746_000 + 23 * 3600 + 1800)
  }

  @Test("when summer time ends, a time is shown twice, and the next one counts")
  func twice() throws {
    let evening: Int64 = 1_792_864_800  // 20:00 on 24 October
    #expect(try next("02:30", after: evening) == 1_792_888_200)
    #expect(try next("02:30", after: 1_792_888_200) == 1_792_891_800)
    #expect(try next("02:30", after: 1_792_891_800) == 1_792_978_200)
    #expect(try next("20:00", after: evening) == 1_792_954_800)
  }

  @Test("clocks that are put forward by half an hour, or over a whole day")
  func otherPlaces() throws {
    let lordHowe = { (moment: Int64) -> Int64 in moment < 1_791_041_400 ? 37_800 : 39_600 }
    #expect(try next("02:15", after: 1_791_041_000, lordHowe) == 1_791_041_400)
    #expect(try next("02:30:05", after: 1_791_041_000, lordHowe) == 1_791_041_405)
    // Samoa left out 30 December 2011.
    let samoa = { (moment: Int64) -> Int64 in moment < 1_325_239_200 ? -36_000 : 50_400 }
    #expect(try next("18:00", after: 1_325_239_199, samoa) == 1_325_239_200)
    #expect(try next("18:00", after: 1_325_239_200, samoa) == 1_325_239_200 + 18 * 3600)
  }

  @Test("other words are no times of day")
  func words() {
    for text in [
      "", "18", "8:00", "24:00", "18:60", "18:00:60", "18:00:00:00", "-1:00", "18:0٣", "18:00 ", ":",
    ] {
      #expect(ClockTime(text) == nil, "\(text)")
    }
  }

  @Test("a schedule follows the clock of the day until the start")
  func schedule() {
    let second: Int64 = 1_000_000_000
    let schedule = RecordingSchedule(start: .at(100 * second), end: 130 * second)
    #expect(schedule.start(opened: 0, ClockReadings(monotonic: 7 * second, wall: 90 * second)) == 17 * second)
    // Somebody puts the clock forward by a minute.
    let later = ClockReadings(monotonic: 8 * second, wall: 151 * second)
    #expect(schedule.start(opened: 0, later) == -43 * second)
    #expect(schedule.end(later) == -13 * second)
    let delayed = RecordingSchedule(start: .after(5 * second))
    #expect(delayed.start(opened: 20 * second, later) == 25 * second && delayed.end(later) == nil)
    #expect(RecordingSchedule().start(opened: 20 * second, later) == nil)
  }
}
