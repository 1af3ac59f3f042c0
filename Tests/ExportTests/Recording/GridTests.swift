import Basics
import TestSupport
import Testing

@testable import Export

private let milliseconds: Int64 = 1_000_000

@Suite("The grid of a recording")
struct GridTests {
  @Test("a picture goes to the nearest slot; empty slots are repeated, second pictures dropped")
  func slots() throws {
    var grid = FrameGrid(rate: try #require(FrameRate(25)), limit: 8)
    #expect(grid.place(at: -21 * milliseconds) == .early)
    #expect(grid.place(at: -19 * milliseconds) == .fills(after: 0))
    #expect(grid.place(at: 19 * milliseconds) == .dropped)
    #expect(grid.place(at: 41 * milliseconds) == .fills(after: 0))
    #expect(grid.place(at: 165 * milliseconds) == .fills(after: 2))
    #expect(grid.fill(to: 7) == 2)
    #expect(grid.place(at: 205 * milliseconds) == .dropped)
    #expect(grid.place(at: 320 * milliseconds) == .late)
    #expect(grid.fill(to: .max) == 1)
    #expect(grid.filled == 8)
    #expect(
      grid.counts == PictureCounts(captured: 3, repeated: 5, dropped: 2, missed: 0, longestGap: 4))
  }

  @Test("ten hours at 29.97 with times up to 16 ms wrong fill each slot once")
  func tenHours() throws {
    let rate = try #require(FrameRate(30000, per: 1001))
    var grid = FrameGrid(rate: rate)
    var random = SeededRandom(seed: 7)
    let frames: Int64 = 1_078_921
    for frame in 0..<frames {
      let time = Int64(Int128(frame) * 1001 * 1_000_000_000 / 30000)
      let wrong = Int64.random(in: -16 * milliseconds...16 * milliseconds, using: &random)
      guard grid.place(at: time + wrong) == .fills(after: 0) else {
        Issue.record("frame \(frame)")
        return
      }
    }
    #expect(grid.filled == frames)
    #expect(grid.slots(endingBy: 36_000_000 * milliseconds) == frames)
  }

  @Test("samples are counted; only what is 50 ms from its place is a gap or a jump")
  func samples() {
    var grid = SoundGrid(sampleRate: 48000, limit: 48000)
    #expect(grid.place(480, at: -20 * milliseconds) == SoundGrid.Placement(silence: 0, taken: 480..<480))
    #expect(grid.place(480, at: -5 * milliseconds) == SoundGrid.Placement(silence: 0, taken: 240..<480))
    // 45 ms late, which is the clock's affair, and 5 ms early.
    #expect(grid.place(480, at: 50 * milliseconds) == SoundGrid.Placement(silence: 0, taken: 0..<480))
    #expect(grid.place(480, at: 10 * milliseconds) == SoundGrid.Placement(silence: 0, taken: 0..<480))
    #expect(grid.count == 1200)
    // A gap from 25 ms to 125 ms, then 100 ms that were recorded already.
    #expect(grid.place(480, at: 125 * milliseconds) == SoundGrid.Placement(silence: 4800, taken: 0..<480))
    #expect(grid.place(4800, at: 70 * milliseconds) == SoundGrid.Placement(silence: 0, taken: 3120..<4800))
    #expect(grid.counts == SampleCounts(captured: 3360, silent: 4800, cut: 3120))
    #expect(grid.fill(to: 47_900) == 47_900 - 8160)
    #expect(grid.place(480, at: 998 * milliseconds) == SoundGrid.Placement(silence: 0, taken: 0..<100))
    #expect(grid.count == 48000)
  }
}
