import Basics
import Testing

private func places(_ source: SourceText, at offset: Int) -> [[Int]] {
  [ColumnUnit.bytes, .codePoints, .utf16].map {
    let place = source.place(at: offset, in: $0)
    return [place.line, place.column]
  }
}

@Suite struct SourceTextTests {
  @Test("Columns count bytes, code points or UTF-16 units from 1")
  func columnUnits() {
    // Bytes: a 0, é 1-2, 😀 3-6, b 7, line feed 8, c 9.
    let source = SourceText(name: "t", "aé😀b\nc")
    #expect(places(source, at: 0) == [[1, 1], [1, 1], [1, 1]])
    #expect(places(source, at: 3) == [[1, 4], [1, 3], [1, 3]])
    #expect(places(source, at: 7) == [[1, 8], [1, 4], [1, 5]])
    #expect(places(source, at: 8) == [[1, 9], [1, 5], [1, 6]])
    #expect(places(source, at: 9) == [[2, 1], [2, 1], [2, 1]])
    #expect(places(source, at: 10) == [[2, 2], [2, 2], [2, 2]])
    #expect(places(source, at: 999) == places(source, at: 10))
    #expect(places(source, at: -5) == places(source, at: 0))
  }

  @Test("A joined emoji is several code points and one place each")
  func joinedEmoji() {
    // Woman, joiner, girl: 4 + 3 + 4 bytes, 3 code points, 5 UTF-16 units.
    let source = SourceText(name: "t", "👩\u{200D}👧x")
    #expect(places(source, at: 11) == [[1, 12], [1, 4], [1, 6]])
  }

  @Test("Lines end with a line feed, with or without a carriage return before it")
  func lines() {
    let source = SourceText(name: "t", "ab\r\nc\n\nd")
    #expect(source.lineCount == 4)
    #expect((1...4).map { source.rangeOfLine($0).map { source[$0] } } == ["ab", "c", "", "d"])
    #expect((1...4).map { source.startOfLine($0) } == [0, 4, 6, 7])
    #expect(source.rangeOfLine(0) == nil)
    #expect(source.rangeOfLine(5) == nil)
    #expect(source.startOfLine(5) == nil)
    #expect(places(source, at: 4) == [[2, 1], [2, 1], [2, 1]])
    // The carriage return belongs to the line it ends.
    #expect(places(source, at: 3) == [[1, 4], [1, 4], [1, 4]])
  }

  @Test("A text that ends with a line feed has an empty last line, an empty text has one line")
  func lastLine() {
    let source = SourceText(name: "t", "a\n")
    #expect(source.lineCount == 2)
    #expect(source.rangeOfLine(2) == SourceRange(2, 2))
    #expect(SourceText(name: "t", "").lineCount == 1)
    #expect(SourceText(name: "t", "").rangeOfLine(1) == SourceRange(0, 0))
  }

  @Test("A byte-order mark is no part of the text, anywhere else it is")
  func byteOrderMark() {
    let source = SourceText(name: "t", bytes: [0xEF, 0xBB, 0xBF, 0x61, 0xEF, 0xBB, 0xBF])
    #expect(source.text == "a\u{FEFF}")
    #expect(places(source, at: 1) == [[1, 2], [1, 2], [1, 2]])
  }

  @Test("Part of a text is cut out by bytes, as far as there is text")
  func parts() {
    let source = SourceText(name: "t", "clip: é")
    #expect(source[SourceRange(0, 4)] == "clip")
    #expect(source[SourceRange(6, 99)] == "é")
    #expect(source[SourceRange(50, 99)] == "")
    #expect(source[SourceRange(4, 2)] == "")
  }

  @Test("Ranges are never reversed, and join to the smallest range that holds both")
  func ranges() {
    #expect(SourceRange(5, 2) == SourceRange(5, 5))
    #expect(SourceRange(-3, -1) == SourceRange(0, 0))
    #expect(SourceRange(4, 6).union(SourceRange(1, 2)) == SourceRange(1, 6))
    #expect(SourceRange(1, 9) < SourceRange(2, 3))
    #expect(SourceRange(1, 2) < SourceRange(1, 3))
  }

  @Test("Every place agrees with a naive count")
  func againstNaiveCount() {
    let text = "a: é\r\n\t- 😀\n\n海: e\u{301}\nlast"
    let source = SourceText(name: "t", text)
    var (offset, line, points, units) = (0, 1, 1, 1)
    for scalar in text.unicodeScalars {
      #expect(source.place(at: offset, in: .codePoints).column == points)
      #expect(source.place(at: offset, in: .utf16).column == units)
      #expect(source.place(at: offset).line == line)
      offset += UTF8.width(scalar)
      points += 1
      units += UTF16.width(scalar)
      if scalar == "\n" { (line, points, units) = (line + 1, 1, 1) }
    }
    #expect(offset == source.bytes.count)
  }
}
