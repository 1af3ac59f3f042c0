import Basics
import TestSupport
import Testing

private let broadcastRates = [
  (24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (48, 1), (50, 1), (60000, 1001), (60, 1),
  (120000, 1001), (120, 1),
].compactMap { FrameRate($0, per: $1) }

@Suite struct FrameRateTests {
  @Test("A rate is positive, in lowest terms and at most a million")
  func validity() {
    #expect(FrameRate(60, per: 2)?.spelling == "30")
    #expect(FrameRate(30000, per: 1001)?.spelling == "30000/1001")
    for (frames, seconds) in [(0, 1), (-30, 1), (30, 0), (30, -1), (-30, -1), (1_000_001, 1)] {
      #expect(FrameRate(Int64(frames), per: Int64(seconds)) == nil)
    }
    #expect(FrameRate(1_000_000) != nil)
    #expect(FrameRate(.max) == nil)
  }

  @Test("The decimals of broadcast mean fractions over 1001")
  func broadcastNames() {
    #expect(FrameRate.broadcast("29.97") == FrameRate(30000, per: 1001))
    #expect(FrameRate.broadcast("23.976") == FrameRate(24000, per: 1001))
    #expect(FrameRate.broadcast("23.98") == FrameRate(24000, per: 1001))
    #expect(FrameRate.broadcast("59.94") == FrameRate(60000, per: 1001))
    #expect(FrameRate.broadcast("30") == nil)
  }

  @Test("The start of frame n is the place of frame n", arguments: broadcastRates)
  func startRoundTrip(rate: FrameRate) throws {
    let near = Array(Int64(-3)...3000)
    let far: [Int64] = [107_892, 2_589_407, 10_367_999, 999_999_999_999]
    for frame in near + far {
      #expect(try rate.frame(at: rate.start(ofFrame: frame)) == Rounded(value: frame, wasRounded: false))
    }
  }

  @Test("The start of frame n is the place of frame n at any rate, and its middle belongs to the next start")
  func randomRates() throws {
    var random = SeededRandom(seed: 6)
    for _ in 0..<5000 {
      let rate = try random.rate()
      let frame = Int64.random(in: -10_000_000...10_000_000, using: &random)
      let start = try rate.start(ofFrame: frame)
      #expect(rate.frame(at: start) == Rounded(value: frame, wasRounded: false))
      // The middle is exactly a half: it rounds up.
      let middle = try rate.middle(ofFrame: frame)
      #expect(rate.frame(at: middle) == Rounded(value: frame + 1, wasRounded: true))
      #expect(try middle - start == rate.start(ofFrame: frame + 1) - middle)
    }
  }

  @Test("Known frames at 30 and at 30000/1001")
  func knownFrames() throws {
    let thirty = try #require(FrameRate(30))
    #expect(thirty.frame(at: try time(10033, 1000)) == Rounded(value: 301, wasRounded: true))
    #expect(thirty.frame(at: try time(1, 60)) == Rounded(value: 1, wasRounded: true))
    #expect(thirty.frame(at: try time(-1, 60)) == Rounded(value: 0, wasRounded: true))
    let broadcast = try #require(FrameRate(30000, per: 1001))
    // One hour of clock time is 107892.107... frames.
    #expect(broadcast.frame(at: try time(3600)) == Rounded(value: 107_892, wasRounded: true))
    #expect(try broadcast.start(ofFrame: 30000) == time(1001))
    #expect(try broadcast.middle(ofFrame: 0) == time(1001, 60000))
  }

  @Test("Neighbouring items share every frame between them exactly once")
  func frameOwnership() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<200 {
      let rate = try random.rate()
      var moment = RationalTime.zero
      var owned: Int64 = 0
      for _ in 0..<20 {
        let next = try moment + time(Int64.random(in: 0...5_000_000, using: &random), 1_000_000)
        let from = try #require(rate.frame(at: moment)).value
        let to = try #require(rate.frame(at: next)).value
        #expect(from == owned && to >= from)
        (owned, moment) = (to, next)
      }
    }
  }

  @Test("Rates are ordered by frames per second, and named by the whole number next to them")
  func orderAndNominal() {
    #expect(broadcastRates == broadcastRates.sorted())
    #expect(broadcastRates.map(\.nominal) == [24, 24, 25, 30, 30, 48, 50, 60, 60, 120, 120])
    #expect(FrameRate(1, per: 10)?.nominal == 1)
  }

  @Test("Extreme numbers give a result, an overflow or nil, never a trap")
  func extremeNumbers() {
    let rates = extremes.flatMap { frames in extremes.compactMap { FrameRate(frames, per: $0) } }
    #expect(!rates.isEmpty)
    for rate in rates {
      _ = (rate.nominal, rate.spelling, rate.droppedPerMinute)
      for other in rates { #expect((rate < other) == (other > rate)) }
      for moment in extremeTimes { _ = rate.frame(at: moment) }
      for frame in extremes {
        if let start = try? rate.start(ofFrame: frame) {
          #expect(rate.frame(at: start) == Rounded(value: frame, wasRounded: false))
        }
        if let middle = try? rate.middle(ofFrame: frame), frame < .max {
          #expect(rate.frame(at: middle)?.value == frame + 1)
        }
        for drop in [false, true] { _ = Timecode(frameNumber: frame, at: rate, isDropFrame: drop) }
      }
    }
  }
}
