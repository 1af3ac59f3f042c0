import Basics
import ContentDigest
import Testing

@testable import FilmComparison
@testable import RenderPlan

@Suite("The frames of two films side by side") struct FilmAlignmentTests {
  private func digest(_ name: Character) throws -> ContentDigest { try ContentDigest.of(text: "\(name)") }

  /// Segments of ten frames, each with the key of its letter.
  private func segments(_ names: String, length: Int64 = 10) throws -> [Segment] {
    try names.enumerated().map { index, name in
      let start = Int64(index) * length
      return Segment(index: index, frames: start..<start + length, layers: [], key: try digest(name))
    }
  }

  /// Frames from a number on, each with the digest of its letter.
  private func frames(_ names: String, from first: Int64) throws -> [Int64: ContentDigest] {
    var digests: [Int64: ContentDigest] = [:]
    for (index, name) in names.enumerated() { digests[first + Int64(index)] = try digest(name) }
    return digests
  }

  private func text(_ alignment: FilmAlignment) -> String {
    alignment.pieces.map { piece in
      func words(_ frames: Range<Int64>?) -> String {
        frames.map { "\($0.lowerBound)..<\($0.upperBound)" } ?? "-"
      }
      return "\(words(piece.old)) \(words(piece.new)) \(piece.state)"
    }.joined(separator: "\n")
  }

  @Test("are paired by keys, and in gaps of the same length by number")
  func replaced() throws {
    let (same, gaps) = FilmAlignment.gaps(between: try segments("abc"), and: try segments("axc"))
    #expect(gaps == [FilmAlignment.Gap(old: 10..<20, new: 10..<20)])
    let alignment = FilmAlignment(
      same: same, gaps: gaps, old: try frames("0123456789", from: 10), new: try frames("01x3456y89", from: 10)
    )
    #expect(
      text(alignment) == """
        0..<12 0..<12 same
        12..<13 12..<13 different
        13..<17 13..<17 same
        17..<18 17..<18 different
        18..<30 18..<30 same
        """)
    #expect(alignment.differentColumns == [12..<13, 17..<18])
    #expect(alignment.columnCount == 30)
  }

  @Test("move with what is inserted before them")
  func inserted() throws {
    let (same, gaps) = FilmAlignment.gaps(between: try segments("ab"), and: try segments("axb"))
    let alignment = FilmAlignment(same: same, gaps: gaps, old: [:], new: [:])
    #expect(
      text(alignment) == """
        0..<10 0..<10 same
        - 10..<20 different
        10..<20 20..<30 same
        """)
    #expect(alignment.shift(at: 25) == 10)
    #expect(alignment.shift(at: 15) == nil)
    #expect(alignment.columns(of: 8..<12, in: .old) == 8..<22)
    #expect(
      alignment.pieces(in: 18..<22)
        == [
          FilmAlignment.Piece(old: nil, new: 18..<20, state: .different),
          FilmAlignment.Piece(old: 10..<12, new: 20..<22, state: .same),
        ])
  }

  @Test("of gaps of different length are compared from both ends")
  func unequal() throws {
    let old = [Segment(index: 0, frames: 0..<6, layers: [], key: try digest("a"))]
    let new = [Segment(index: 0, frames: 0..<8, layers: [], key: try digest("b"))]
    let (same, gaps) = FilmAlignment.gaps(between: old, and: new)
    let alignment = FilmAlignment(
      same: same, gaps: gaps, old: try frames("ab12yz", from: 0), new: try frames("ab34567z", from: 0))
    #expect(
      text(alignment) == """
        0..<2 0..<2 same
        2..<5 2..<5 different
        - 5..<7 different
        5..<6 7..<8 same
        """)
  }

  @Test("of gaps of different length are beside equal ones, in runs of six or more")
  func runs() throws {
    let old = [Segment(index: 0, frames: 0..<14, layers: [], key: try digest("a"))]
    let new = [Segment(index: 0, frames: 0..<11, layers: [], key: try digest("b"))]
    let (same, gaps) = FilmAlignment.gaps(between: old, and: new)
    let moved = FilmAlignment(
      same: same, gaps: gaps, old: try frames("abcdABCDEFwxyz", from: 0),
      new: try frames("ABCDEF12345", from: 0))
    #expect(
      text(moved) == """
        0..<4 - different
        4..<10 0..<6 same
        10..<14 6..<10 different
        - 10..<11 different
        """)
    let short = FilmAlignment(
      same: same, gaps: gaps, old: try frames("abcdABCDEvwxyz", from: 0),
      new: try frames("ABCDE012345", from: 0))
    #expect(text(short) == "0..<11 0..<11 different\n11..<14 - different")
  }

  @Test("count as different where nothing is known of them")
  func unknown() throws {
    let (same, gaps) = FilmAlignment.gaps(between: try segments("a"), and: try segments("b"))
    #expect(text(FilmAlignment(same: same, gaps: gaps, old: [:], new: [:])) == "0..<10 0..<10 assumed")
    let other = FilmAlignment(same: same, gaps: gaps, old: [:], new: [:], isComparable: false)
    #expect(text(other) == "0..<10 0..<10 different")
  }

  @Test("Spans have half a second on either side, and are joined across less than two seconds")
  func spans() throws {
    let rate = try #require(FrameRate(25))
    func piece(_ frames: Range<Int64>, _ state: FilmAlignment.Piece.State) -> FilmAlignment.Piece {
      FilmAlignment.Piece(old: frames, new: frames, state: state)
    }
    // 25 frames a second: 13 on either side, so 110 - 63 - 26 = 21 are between the first two, and 90 before the last.
    let alignment = FilmAlignment(pieces: [
      piece(0..<60, .same), piece(60..<63, .different), piece(63..<110, .same), piece(110..<112, .different),
      piece(112..<228, .same), piece(228..<230, .different), piece(230..<232, .same),
    ])
    let spans = alignment.spans(sounds: [], rate: rate)
    #expect(spans.map(\.columns) == [47..<125, 215..<232])
    let withSound = alignment.spans(sounds: [150..<151], rate: rate)
    #expect(withSound.map(\.columns) == [47..<164, 215..<232])
    #expect(withSound.map(\.hasSound) == [true, false])
    let short = spans.shortened(to: 40)
    #expect(short.map(\.columns) == [74..<97, 215..<232])
    #expect(short.map(\.isShortened) == [true, false])
  }

  @Test("Sounds are the same where they move with the picture")
  func sounds() throws {
    let rate = try #require(FrameRate(10))
    let (same, gaps) = FilmAlignment.gaps(between: try segments("ab"), and: try segments("axb"))
    let alignment = FilmAlignment(same: same, gaps: gaps, old: [:], new: [:])
    func sound(_ key: Character, _ start: Int64, _ end: Int64) throws -> ReviewSound {
      ReviewSound(
        key: try digest(key),
        timelineRange: try #require(
          TimeRange(start: RationalTime(seconds: start), end: RationalTime(seconds: end))))
    }
    // The second sound begins a second later, as the picture below it.
    let old = [try sound("a", 0, 1), try sound("b", 1, 2)]
    let moved = [try sound("a", 0, 1), try sound("b", 2, 3)]
    #expect(alignment.soundColumns(old: old, new: moved, rate: rate) == [])
    let other = [try sound("a", 0, 1), try sound("c", 2, 3)]
    #expect(alignment.soundColumns(old: old, new: other, rate: rate) == [20..<30, 20..<30])
    #expect(alignment.soundColumns(old: old, new: [try sound("a", 0, 1)], rate: rate) == [20..<30])
  }
}
