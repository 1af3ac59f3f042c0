import Basics
import TestSupport
import Testing

@testable import LanguageServer

@Suite("Documents")
struct DocumentTests {
  private func document(_ text: String) -> Document {
    Document(DocumentURI("file:///a.edit"), version: 1, text: text)
  }

  private func change(_ line: Int, _ character: Int, _ endLine: Int, _ end: Int, _ text: String)
    -> Document.Change
  {
    Document.Change(
      range: PositionRange(
        start: Position(line: line, character: character), end: Position(line: endLine, character: end)),
      text: text)
  }

  @Test("take edits one after the other, each in what the one before left")
  func edits() {
    var text = document("edit: 1\ntitle: a\n")
    text.apply(
      [change(1, 7, 1, 8, "bc"), change(1, 9, 1, 9, "d"), change(0, 0, 1, 0, "")], version: 2,
      encoding: .utf16)
    #expect(text.source.text == "title: bcd\n")
    text.apply(
      [Document.Change(range: nil, text: "é\n"), change(0, 1, 0, 1, "!")], version: 9, encoding: .utf16)
    #expect(text.source.text == "é!\n")
    #expect(text.version == 9)
  }

  @Test("take edits that stand in the opposite order at once, with the same result")
  func opposite() {
    var text = document("a b c\n")
    text.apply(
      [change(0, 4, 0, 5, "C"), change(0, 2, 0, 3, "BB"), change(0, 0, 0, 1, "A")], version: 2,
      encoding: .utf16)
    #expect(text.source.text == "A BB C\n")
    // Two insertions at one place: the second stands before the first.
    text.apply([change(0, 0, 0, 0, "x"), change(0, 0, 0, 0, "y")], version: 3, encoding: .utf16)
    #expect(text.source.text == "yxA BB C\n")
  }

  @Test("take places outside of the text as its end")
  func outside() {
    var text = document("ab\ncd")
    text.apply([change(0, 99, 0, 99, "!")], version: 2, encoding: .utf16)
    #expect(text.source.text == "ab!\ncd")
    text.apply([change(99, 0, 99, 5, "?")], version: 3, encoding: .utf16)
    #expect(text.source.text == "ab!\ncd?")
    text.apply([change(1, 2, 0, 1, "")], version: 4, encoding: .utf16)
    #expect(text.source.text == "a?")
  }

  @Test("count a lone carriage return as the end of a line")
  func carriageReturns() {
    var text = document("a\rb\r\nc\n\rd")
    // The lines are: a, b, c, nothing, d.
    let offsets = (0..<5).map { text.source.offset(of: Position(line: $0, character: 0), in: .utf16) }
    #expect(offsets == [0, 2, 5, 7, 8])
    #expect((1...5).map { text.source.rangeOfLine($0)?.count } == [1, 1, 1, 0, 1])
    #expect(text.source.position(at: 8, in: .utf16) == Position(line: 4, character: 0))
    text.apply([change(1, 1, 1, 1, "!"), change(4, 0, 4, 1, "D")], version: 2, encoding: .utf16)
    #expect(text.source.text == "a\rb!\r\nc\n\rD")
  }

  /// A thousand random edits, against arrays of UTF-16 units, which share nothing with the code.
  @Test("are what a client has after any edits, in each unit", arguments: PositionEncoding.allCases)
  func random(encoding: PositionEncoding) {
    var random = SeededRandom(seed: 7)
    let pieces = ["a", "é", "漢", "😀", "\t", "\n", "\r\n", "\r", " ", "x: 1\n", ""]
    for _ in 0..<rounds(200, quick: 20) {
      var text = document("")
      var model: [Unicode.Scalar] = []
      for version in 0..<50 {
        let places = [random.next(below: model.count + 1), random.next(below: model.count + 1)].sorted()
        // No client puts something between the two halves of a line break.
        guard
          !places.contains(where: { $0 > 0 && $0 < model.count && model[$0 - 1] == "\r" && model[$0] == "\n" }
          )
        else { continue }
        let piece = pieces[random.next(below: pieces.count)]
        let (start, end) = (
          position(places[0], in: model, encoding), position(places[1], in: model, encoding)
        )
        text.apply(
          [Document.Change(range: PositionRange(start: start, end: end), text: piece)],
          version: Int64(version),
          encoding: encoding)
        model.replaceSubrange(places[0]..<places[1], with: Array(piece.unicodeScalars))
        var expected = String.UnicodeScalarView()
        expected.append(contentsOf: model)
        guard text.source.text == String(expected) else {
          Issue.record("\(String(expected).debugDescription) \(text.source.text.debugDescription)")
          return
        }
      }
    }
  }

  private func position(_ index: Int, in model: [Unicode.Scalar], _ encoding: PositionEncoding) -> Position {
    // The protocol's line ends: `\n`, `\r\n` and `\r`.
    let ends = model.indices.filter { place in
      model[place] == "\n" || model[place] == "\r" && (place + 1 == model.count || model[place + 1] != "\n")
    }.filter { $0 < index }
    let (line, start) = (ends.count, ends.last.map { $0 + 1 } ?? 0)
    let width = model[start..<index].reduce(0) { sum, scalar in
      switch encoding {
      case .utf8: sum + UTF8.width(scalar)
      case .utf16: sum + UTF16.width(scalar)
      case .utf32: sum + 1
      }
    }
    return Position(line: line, character: width)
  }

  @Test("know the names of files that a client spells in its own way")
  func uris() {
    let cases: [(String, String?)] = [
      ("file:///home/a/film.edit", "/home/a/film.edit"), ("file:///a%20b/%C3%A9%25.edit", "/a b/é%.edit"),
      ("file://localhost/a.edit", "/a.edit"), ("FILE:///a.edit", "/a.edit"),
      ("file:///c%3A/a.edit", "/c:/a.edit"),
      ("untitled:Untitled-1", nil), ("file://server/a.edit", nil), ("file:///a%00.edit", nil),
      ("file:///%ff.edit", nil),
      ("", nil), ("file:///100%", "/100%"), ("https://a/b.edit", nil),
    ]
    for (text, path) in cases { #expect(DocumentURI(text).path == path, "\(text)") }
    let path = "/a b/é%#?😀.edit"
    #expect(DocumentURI(path: path).path == path)
    #expect(DocumentURI(DocumentURI(path: path).text).path == path)
    #expect(DocumentURI(path: path).text == "file:///a%20b/%C3%A9%25%23%3F%F0%9F%98%80.edit")
    #expect(DocumentURI("file:///a%3Ab") == DocumentURI("file:///a:b"))
  }

  @Test("with a byte-order mark count it as the client does")
  func mark() {
    var text = document("\u{FEFF}edit: 1\n")
    text.apply([change(0, 8, 0, 8, "!")], version: 2, encoding: .utf16)
    #expect(text.source.text == "edit: 1!\n")
    #expect(text.source.position(at: 0, in: .utf16) == Position(line: 0, character: 1))
    #expect(text.source.position(at: 0, in: .utf8) == Position(line: 0, character: 3))
  }
}
