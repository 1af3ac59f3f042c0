import Basics
import Testing

private let dropFrameRates = [30, 60, 120].compactMap { FrameRate($0 * 1000, per: 1001) }

/// Counts timecode the way a deck does, one frame after the other, to judge the formula.
private struct Odometer {
  let nominal: Int64
  let dropped: Int64
  var fields: [Int64] = [0, 0, 0, 0]

  mutating func advance() {
    fields[3] += 1
    if fields[3] == nominal { (fields[3], fields[2]) = (0, fields[2] + 1) }
    if fields[2] == 60 { (fields[2], fields[1]) = (0, fields[1] + 1) }
    if fields[1] == 60 { (fields[1], fields[0]) = (0, fields[0] + 1) }
    if fields[2] == 0, fields[3] == 0, fields[1] % 10 != 0 { fields[3] = dropped }
  }

  var timecode: Timecode {
    Timecode(
      hours: fields[0], minutes: fields[1], seconds: fields[2], frames: fields[3], isDropFrame: dropped > 0)
  }
}

private func dropFrame(_ h: Int64, _ m: Int64, _ s: Int64, _ f: Int64) -> Timecode {
  Timecode(hours: h, minutes: m, seconds: s, frames: f, isDropFrame: true)
}

@Suite struct TimecodeTests {
  @Test("Every frame of the ten-minute pattern has the name a deck counts", arguments: dropFrameRates)
  func tenMinutes(rate: FrameRate) throws {
    let dropped = try #require(rate.droppedPerMinute)
    var odometer = Odometer(nominal: rate.nominal, dropped: dropped)
    let frames = rate.nominal * 600 - 9 * dropped
    for frame in 0...frames {
      let timecode = odometer.timecode
      guard Timecode(frameNumber: frame, at: rate, isDropFrame: true) == timecode,
        try timecode.frameNumber(at: rate) == frame
      else {
        Issue.record("frame \(frame) should be \(timecode)")
        return
      }
      odometer.advance()
    }
    #expect(Timecode(frameNumber: frames, at: rate, isDropFrame: true)?.description == "00:10:00;00")
  }

  @Test("Names round trip around every minute of 24 hours", arguments: dropFrameRates)
  func wholeDay(rate: FrameRate) throws {
    let dropped = try #require(rate.droppedPerMinute)
    for minute in Int64(0)..<1440 {
      let first = minute % 10 == 0 ? 0 : dropped
      let start = try dropFrame(minute / 60, minute % 60, 0, first).frameNumber(at: rate)
      for frame in max(0, start - 2)...(start + 2) {
        let timecode = try #require(Timecode(frameNumber: frame, at: rate, isDropFrame: true))
        #expect(try timecode.frameNumber(at: rate) == frame)
      }
      // The frame before a minute begins is the last of the minute before: no number is lost twice.
      if minute > 0 {
        let before = try #require(Timecode(frameNumber: start - 1, at: rate, isDropFrame: true))
        #expect((before.seconds, before.frames) == (59, rate.nominal - 1))
      }
    }
  }

  @Test("Known values of SMPTE drop-frame at 29.97")
  func knownValues() throws {
    let rate = try #require(FrameRate(30000, per: 1001))
    let known: [(String, Int64, Timecode)] = [
      ("00:00:59;29", 1799, dropFrame(0, 0, 59, 29)), ("00:01:00;02", 1800, dropFrame(0, 1, 0, 2)),
      ("00:02:00;02", 3598, dropFrame(0, 2, 0, 2)), ("00:10:00;00", 17982, dropFrame(0, 10, 0, 0)),
      ("01:00:00;00", 107_892, dropFrame(1, 0, 0, 0)), ("23:59:59;29", 2_589_407, dropFrame(23, 59, 59, 29)),
    ]
    for (text, frame, timecode) in known {
      #expect(timecode.description == text)
      #expect(try timecode.frameNumber(at: rate) == frame)
      #expect(Timecode(frameNumber: frame, at: rate, isDropFrame: true) == timecode)
    }
    let double = try #require(FrameRate(60000, per: 1001))
    #expect(try dropFrame(0, 1, 0, 4).frameNumber(at: double) == 3600)
    #expect(try dropFrame(0, 0, 59, 59).frameNumber(at: double) == 3599)
  }

  @Test("The numbers that drop-frame leaves out name no frame")
  func droppedNumbers() throws {
    let rate = try #require(FrameRate(30000, per: 1001))
    for minute in Int64(0)...59 {
      for frame in Int64(0)...1 {
        let timecode = dropFrame(0, minute, 0, frame)
        if minute % 10 == 0 {
          #expect(throws: Never.self) { try timecode.frameNumber(at: rate) }
        } else {
          #expect(throws: Timecode.Problem.droppedNumber) { try timecode.frameNumber(at: rate) }
        }
      }
    }
    let double = try #require(FrameRate(60000, per: 1001))
    #expect(throws: Timecode.Problem.droppedNumber) { try dropFrame(0, 1, 0, 3).frameNumber(at: double) }
  }

  @Test("Fields outside the clock and drop-frame at other rates are refused")
  func refused() throws {
    let rate = try #require(FrameRate(25))
    for (h, m, s, f) in [
      (100, 0, 0, 0), (0, 60, 0, 0), (0, 0, 60, 0), (0, 0, 0, 25), (-1, 0, 0, 0), (0, 0, 0, -1),
    ] {
      let timecode = Timecode(
        hours: Int64(h), minutes: Int64(m), seconds: Int64(s), frames: Int64(f), isDropFrame: false)
      #expect(throws: Timecode.Problem.fieldOutOfRange) { try timecode.frameNumber(at: rate) }
    }
    #expect(throws: Timecode.Problem.rateHasNoDropFrame) { try dropFrame(0, 0, 1, 2).frameNumber(at: rate) }
    #expect(Timecode(frameNumber: 5, at: rate, isDropFrame: true) == nil)
    let film = try #require(FrameRate(24000, per: 1001))
    #expect(Timecode(frameNumber: 5, at: film, isDropFrame: true) == nil)
    for field in extremes {
      let timecode = Timecode(hours: field, minutes: field, seconds: field, frames: field, isDropFrame: true)
      _ = timecode.description
      _ = try? timecode.frameNumber(at: rate)
    }
  }

  @Test("Without drop-frame, names count frames at the whole number next to the rate")
  func plain() throws {
    let rate = try #require(FrameRate(25))
    #expect(Timecode(frameNumber: 90_061, at: rate)?.description == "01:00:02:11")
    let broadcast = try #require(FrameRate(30000, per: 1001))
    #expect(Timecode(frameNumber: 108_000, at: broadcast)?.description == "01:00:00:00")
    #expect(Timecode(frameNumber: -1, at: rate) == nil)
    #expect(Timecode(frameNumber: 100 * 3600 * 25 - 1, at: rate)?.description == "99:59:59:24")
    #expect(Timecode(frameNumber: 100 * 3600 * 25, at: rate) == nil)
    #expect(Timecode(frameNumber: 35_999_999, at: broadcast, isDropFrame: true) == nil)
  }
}
