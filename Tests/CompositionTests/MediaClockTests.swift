import Basics
import Composition
import Testing

@Suite("A clock says which moment of the media is shown when")
struct MediaClockTests {
  private func time(_ value: Int64, _ scale: Int64 = 1) throws -> RationalTime {
    try #require(RationalTime(value, scale))
  }

  private func curve(_ knots: [(RationalTime, RationalTime)], _ easing: Easing = .linear) throws -> SpeedCurve
  {
    var curve = SpeedCurve()
    for (time, speed) in knots {
      try curve.add(SpeedCurve.Knot(time: time, speed: speed), comingBy: easing)
    }
    return curve
  }

  @Test("at one speed, forwards and backwards")
  func steady() throws {
    let fast = MediaClock(from: try time(2), speed: try time(3, 2), isBackwards: false)
    #expect(try fast.mediaTime(at: time(1, 3)) == time(5, 2))
    let back = MediaClock(from: try time(8), speed: try time(2), isBackwards: true)
    #expect(try back.mediaTime(at: time(7, 4)) == time(9, 2))
    #expect(try back.shifted(by: time(1)).mediaTime(at: time(3, 4)) == time(9, 2))
    #expect(MediaClock(start: try time(2)).plainStart == (try time(2)))
    #expect(fast.plainStart == nil && back.plainStart == nil)
  }

  /// From 1x to 4x over 2 s: t + 3/4 t^2, so 5 s of media in all.
  @Test("on a straight ramp, exactly, and at the held speeds around it")
  func ramp() throws {
    let speeds = try curve([(time(0), time(1)), (time(2), time(4))])
    let clock = try #require(MediaClock(from: time(10), speeds: speeds, isBackwards: false))
    for numerator in 0...60 {
      let moment = try time(Int64(numerator), 30)
      let expected = Double(numerator) / 30 + 0.75 * Double(numerator * numerator) / 900
      let found = try clock.mediaTime(at: moment)
      // 10 + n/30 + 3 n^2/3600, over one denominator.
      let n = Int64(numerator)
      #expect(found == (try time(36000 + 120 * n + 3 * n * n, 3600)))
      #expect(abs(found.inSeconds - 10 - expected) < 1e-12)
    }
    #expect(try clock.mediaTime(at: time(3)) == time(19))
    #expect(try clock.mediaTime(at: time(-1)) == time(9))
    #expect(try speeds.distance(until: time(2)) == time(5))
  }

  @Test("with a jump of the speed, which the later key decides")
  func jump() throws {
    let speeds = try curve([(time(0), time(1)), (time(1), time(1)), (time(1), time(3)), (time(2), time(3))])
    let clock = try #require(MediaClock(from: .zero, speeds: speeds, isBackwards: false))
    #expect(try clock.mediaTime(at: time(1)) == time(1))
    #expect(try clock.mediaTime(at: time(3, 2)) == time(5, 2))
  }

  @Test("again and again, each pass from its start, and before the first one the end of a pass")
  func loop() throws {
    let once = MediaClock(from: try time(4), speed: try time(2), isBackwards: false)
    let clock = once.repeated(MediaClock.Pass(length: try time(3, 2), distance: try time(3)))
    #expect(try clock.mediaTime(at: time(1)) == time(6))
    #expect(try clock.mediaTime(at: time(3, 2)) == time(4))
    #expect(try clock.mediaTime(at: time(31, 10)) == time(42, 10))
    #expect(try clock.mediaTime(at: time(-1, 2)) == time(6))
    #expect(try clock.distance(at: time(31, 10)) == time(62, 10))
    #expect(try clock.shifted(by: time(31, 10)) == clock.shifted(by: time(1, 10)))
  }

  /// What stays the same in a slice must give the same key wherever the slice stands.
  @Test("without what does not matter in a part of the item")
  func restricted() throws {
    let speeds = try curve([(time(2), time(1)), (time(4), time(3)), (time(6), time(2)), (time(8), time(2))])
    let clock = try #require(MediaClock(from: .zero, speeds: speeds, isBackwards: false))
    let early = try clock.restricted(to: range(time(0), time(2)))
    #expect(early == MediaClock(start: .zero))
    let late = try clock.restricted(to: range(time(7), time(9)))
    #expect(late.constantSpeed == (try time(2)))
    for part in [(0, 2), (1, 3), (3, 5), (5, 7), (7, 9), (10, 11)] as [(Int64, Int64)] {
      let slice = try range(time(part.0), time(part.1))
      let cut = try clock.restricted(to: slice)
      for step in 0..<10 as Range<Int64> {
        let moment = try time(10 * part.0 + step * (part.1 - part.0), 10)
        #expect(try cut.mediaTime(at: moment) == clock.mediaTime(at: moment))
      }
    }
  }

  @Test("on an eased ramp near the integral of the easing, and never backwards in time")
  func eased() throws {
    let easing = Easing.cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
    let speeds = try curve([(time(0), time(1)), (time(4), time(3))], easing)
    let clock = try #require(MediaClock(from: .zero, speeds: speeds, isBackwards: false))
    // Ease-in-out is even: half way between both speeds on average.
    #expect(abs(try speeds.distance(until: time(4)).inSeconds - 8) < 1e-3)
    var sum = 0.0
    var furthest = 0.0
    for step in 0..<4000 {
      sum += (1 + 2 * easing.progress(at: (Double(step) + 0.5) / 4000)) / 1000
      let found = try clock.mediaTime(at: time(Int64(step) + 1, 1000)).inSeconds
      furthest = max(furthest, abs(found - sum))
    }
    // A fiftieth of a frame.
    #expect(furthest < 1e-3)
  }

  @Test("refuses speeds that stand still or turn round")
  func refused() throws {
    #expect(MediaClock(from: .zero, speeds: SpeedCurve(), isBackwards: false) == nil)
    let still = try curve([(time(0), time(1)), (time(1), time(0))])
    #expect(MediaClock(from: .zero, speeds: still, isBackwards: false) == nil)
    let turning = try curve([(time(0), time(1)), (time(1), time(-1))])
    #expect(!turning.isForwards && MediaClock(from: .zero, speeds: turning, isBackwards: false) == nil)
  }

  @Test("to the nanosecond where the exact fraction is too long")
  func long() throws {
    let speeds = try curve([(time(0), time(1_000_003, 999_983)), (time(7, 999_979), time(3, 999_961))])
    let clock = try #require(MediaClock(from: .zero, speeds: speeds, isBackwards: false))
    let moment = try time(1_234_567, 999_999_999_989)
    let part = moment.inSeconds / (7 / 999_979.0)
    let speed = 1_000_003 / 999_983.0
    let expected = moment.inSeconds * (speed + (3 / 999_961.0 - speed) * part / 2)
    #expect(abs(try clock.mediaTime(at: moment).inSeconds - expected) < 2e-9)
  }
}
