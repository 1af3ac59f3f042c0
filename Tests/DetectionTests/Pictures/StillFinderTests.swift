import Basics
import Testing

@testable import Detection

@Suite("Black and frozen pictures")
struct StillFinderTests {
  private let black = plain(17)

  @Test("black lasts at least two pictures")
  func blacks() {
    let shots = [black, textured(1), black, black, textured(1), textured(2), black, black, black]
    #expect(StillFinder.blacks(in: records(shots)) == [2..<4, 6..<9])
    var bright = black.luma
    bright[5] = 41 * 16
    let withStar = PictureFeatures(luma: bright)
    #expect(StillFinder.blacks(in: records([withStar, withStar])) == [])
  }

  @Test("frozen pictures equal the first one of their run for a second")
  func freezes() throws {
    let times = (0...80).map { RationalTime(Int64($0), 25)! }
    let shots =
      (0..<20).map { textured(1, movedBy: $0) } + Array(repeating: textured(3), count: 25)
      + (0..<20).map { textured(1, movedBy: $0) }
    let second = RationalTime(seconds: 1)
    #expect(try StillFinder.freezes(in: records(shots), starts: times, atLeast: second) == [20..<45])
    let longer = RationalTime(26, 25)!
    #expect(try StillFinder.freezes(in: records(shots), starts: times, atLeast: longer) == [])
    // A slow dimming is no freeze, though each picture is like the one before.
    let dimming = (0..<60).map { textured(1, brighterBy: Int16(-$0)) }
    #expect(try StillFinder.freezes(in: records(dimming), starts: times, atLeast: second) == [])
    let dark = Array(repeating: black, count: 60)
    #expect(try StillFinder.freezes(in: records(dark), starts: times, atLeast: second) == [])
  }
}
