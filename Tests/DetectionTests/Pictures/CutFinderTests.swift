import Testing

@testable import Detection

@Suite("Cuts")
struct CutFinderTests {
  @Test("are found where the picture changes for good")
  func cut() throws {
    let shots = Array(repeating: textured(1), count: 12) + Array(repeating: textured(2), count: 12)
    let cuts = CutFinder.cuts(in: records(shots))
    #expect(cuts.map(\.picture) == [12])
    // The threshold of 2.2 is a strength of 55.
    #expect(try (55...99).contains(#require(cuts.first).strength))
  }

  @Test("are not flashes of up to three pictures", arguments: 1...3)
  func flash(_ length: Int) {
    let shots =
      Array(repeating: textured(1), count: 12) + Array(repeating: plain(235), count: length)
      + Array(repeating: textured(1), count: 12)
    #expect(CutFinder.cuts(in: records(shots)) == [])
  }

  @Test("are not pans, dimming and strobes")
  func movement() {
    let pan = (0..<30).map { textured(1, movedBy: 5 * $0) }
    #expect(CutFinder.cuts(in: records(pan)) == [])
    let dimming = (0..<30).map { textured(1, brighterBy: Int16(-40 * $0)) }
    #expect(CutFinder.cuts(in: records(dimming)) == [])
    let strobe = (0..<30).map { textured($0 % 2 == 0 ? 1 : 2) }
    #expect(CutFinder.cuts(in: records(strobe)) == [])
  }

  @Test("are not the steps of a fast fade")
  func fade() {
    let shares = [0.2, 0.4, 0.6, 0.8, 1, 1]
    let out = shares.map { mixed(textured(1), plain(235), $0) }
    let into = shares.reversed().map { mixed(textured(2), plain(235), $0) }
    let film =
      Array(repeating: textured(1), count: 12) + out + into + Array(repeating: textured(2), count: 12)
    #expect(CutFinder.cuts(in: records(film)) == [])
  }

  @Test("need pictures", arguments: 0...3)
  func few(_ count: Int) {
    #expect(CutFinder.cuts(in: records((0..<count).map { _ in textured(1) })) == [])
  }
}
