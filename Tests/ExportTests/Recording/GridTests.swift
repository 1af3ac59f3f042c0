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
    #expect(grid.place(at: -21 * milliseconds) == .outside)
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
}
