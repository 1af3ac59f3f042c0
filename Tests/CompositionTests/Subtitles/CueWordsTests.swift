import Basics
import Composition
import Testing

@Suite("A cue in parts of a few words")
struct CueWordsTests {
  /// Words with their starts and ends in milliseconds, in a cue from 0 to 10 s.
  private func cue(_ words: [(String, Int64, Int64)]) throws -> SubtitleCue {
    let runs = try words.map { text, start, end in
      StyledRun(text: text, look: TextLook(), time: try range(start, end))
    }
    return SubtitleCue(range: try range(0, 10_000), line: 1, text: StyledText(runs))
  }

  private func range(_ start: Int64, _ end: Int64) throws -> TimeRange {
    let (first, last) = (try #require(RationalTime(start, 1000)), try #require(RationalTime(end, 1000)))
    return try #require(TimeRange(start: first, end: last))
  }

  private func summary(_ parts: [SubtitleCue]) -> [String] {
    parts.map { "\($0.text.plain) \($0.range.start)-\($0.range.end)" }
  }

  @Test("has as few parts as possible, of about the same size, each until the next one")
  func even() throws {
    let words = try cue(
      (0..<7).map { ("w\($0) ", Int64($0) * 1000, Int64($0) * 1000 + 900) })
    #expect(
      summary(words.parts(ofWords: 3)) == ["w0 w1 0s-2s", "w2 w3 2s-4s", "w4 w5 w6 4s-10s"])
    #expect(summary(words.parts(ofWords: 7)) == ["w0 w1 w2 w3 w4 w5 w6 0s-10s"])
    #expect(words.parts(ofWords: 1).count == 7)
  }

  @Test("ends a part at the end of a sentence and at a pause, in which nothing shows")
  func sentences() throws {
    let words = try cue([
      ("Well. ", 500, 800), ("We ", 900, 1000), ("met ", 1100, 1300), ("in\n", 2000, 2200),
      ("Rome", 2300, 2500),
    ])
    #expect(
      summary(words.parts(ofWords: 4)) == ["Well. 0s-0.9s", "We met 0.9s-1.3s", "in Rome 2s-10s"])
  }

  @Test("keeps words without times with the word before them, and a cue without times whole")
  func untimed() throws {
    var words = try cue([("one ", 0, 500), ("two ", 600, 900)])
    words.text.runs.insert(StyledRun(text: "and a ", look: TextLook()), at: 1)
    #expect(summary(words.parts(ofWords: 1)) == ["one and a 0s-0.6s", "two 0.6s-10s"])
    let plain = SubtitleCue(range: try range(0, 1000), line: 1, text: StyledText(plain: "one two three"))
    #expect(plain.parts(ofWords: 1) == [plain])
  }

  @Test("keeps every word with every limit")
  func complete() throws {
    let words = try cue(
      (0..<23).map { ("w\($0)\($0 % 5 == 4 ? "." : "") ", Int64($0) * 400, Int64($0) * 400 + 200) })
    let all = words.text.plain.split(separator: " ")
    for most in 1...25 {
      let parts = words.parts(ofWords: most)
      #expect(parts.flatMap { $0.text.plain.split(separator: " ") } == all, "\(most)")
      #expect(parts.allSatisfy { $0.text.plain.split(separator: " ").count <= most })
      for (part, next) in zip(parts, parts.dropFirst()) { #expect(part.range.end <= next.range.start) }
    }
  }
}
