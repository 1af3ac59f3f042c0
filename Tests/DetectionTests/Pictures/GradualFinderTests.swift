import Testing

@testable import Detection

@Suite("Dissolves and fades")
struct GradualFinderTests {
  @Test("dissolves are found where one scene becomes another", arguments: [10, 16, 24])
  func dissolve(_ length: Int) throws {
    let mixtures = (1...length).map { mixed(textured(1), textured(2), Double($0) / Double(length + 1)) }
    let film =
      Array(repeating: textured(1), count: 40) + mixtures + Array(repeating: textured(2), count: 40)
    let found = GradualFinder.graduals(in: records(film))
    #expect(found.map(\.kind) == [.dissolve])
    let range = try #require(found.first).range
    #expect(abs(range.lowerBound - 40) <= 2 && abs(range.upperBound - 40 - length) <= 2, "\(range)")
  }

  @Test("fades go through black or white", arguments: [16, 235] as [Int16])
  func fades(_ code: Int16) {
    let shares = (1...8).map { Double($0) / 8 }
    let film =
      Array(repeating: textured(1), count: 20) + shares.map { mixed(textured(1), plain(code), $0) }
      + Array(repeating: plain(code), count: 3)
      + shares.reversed().map { mixed(textured(2), plain(code), $0) }
      + Array(repeating: textured(2), count: 20)
    // From the first picture that is mixed to the first one of the second scene alone.
    #expect(
      GradualFinder.graduals(in: records(film)) == [.init(kind: .fade, range: 20..<39, strength: 99)])
  }

  @Test("are not cuts, pans and dimming")
  func others() {
    let cut = Array(repeating: textured(1), count: 40) + Array(repeating: textured(2), count: 40)
    #expect(GradualFinder.graduals(in: records(cut)) == [])
    let pan = (0..<80).map { textured(1, movedBy: $0) }
    #expect(GradualFinder.graduals(in: records(pan)) == [])
    let dimming = (0..<80).map { textured(1, brighterBy: Int16(-10 * $0)) }
    #expect(GradualFinder.graduals(in: records(dimming)) == [])
  }
}
