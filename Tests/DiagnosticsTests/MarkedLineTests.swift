import Basics
import Diagnostics
import TestSupport
import Testing

@Suite("A line with a mark")
struct MarkedLineTests {
  private func line(_ text: String, _ marked: String, width: Int = 160) throws -> MarkedLine {
    let bytes = Array(text.utf8)
    let wanted = Array(marked.utf8)
    let start = try #require(
      (0...(bytes.count - wanted.count)).first { Array(bytes[$0..<$0 + wanted.count]) == wanted })
    return MarkedLine(
      of: SourceRange(start, start + wanted.count), in: SourceText(name: "a.edit", text), width: width)
  }

  @Test("has the whole line in three parts")
  func parts() throws {
    let marked = try line("edit: 1\n  - clip: beech # note\nmore", "beech")
    #expect(marked.before == "  - clip: " && marked.marked == "beech" && marked.after == " # note")
    #expect(marked.lastLine == 2)
    let first = try line("beech: 1", "beech")
    #expect(first.before == "" && first.marked == "beech" && first.after == ": 1")
  }

  @Test("marks a place between two characters, and at the end")
  func empty() {
    let source = SourceText(name: "a.edit", "clip: x\n")
    let middle = MarkedLine(of: SourceRange(4, 4), in: source)
    #expect(middle.before == "clip" && middle.marked == "" && middle.after == ": x")
    let end = MarkedLine(of: SourceRange(8, 8), in: source)
    #expect(end.before == "" && end.marked == "" && end.after == "" && end.lastLine == 2)
  }

  @Test("ends with the first line, and says where the mark ends")
  func lines() throws {
    let marked = try line("a: {b: 1,\n  c: 2,\n  d: 3}\n", "{b: 1,\n  c: 2,\n  d: 3}")
    #expect(marked.before == "a: " && marked.marked == "{b: 1," && marked.after == "")
    #expect(marked.lastLine == 3)
  }

  @Test("keeps the mark of a long line, wherever it is", arguments: [0, 10, 400, 10_000, 900_000])
  func window(before: Int) throws {
    let text = String(repeating: "a", count: before) + "MARK" + String(repeating: "b", count: 10_000)
    let marked = try line(text, "MARK", width: 100)
    #expect(marked.marked == "MARK")
    #expect(marked.before.count + marked.after.count <= 98)
    #expect(marked.before.hasPrefix("…") == (before > 33))
    #expect(marked.before.allSatisfy { "…a".contains($0) } && marked.after.allSatisfy { "…b".contains($0) })
    #expect(marked.after.hasSuffix("…"))
  }

  @Test("names what would be invisible or turn the text around")
  func hidden() throws {
    let marked = try line("a\u{202E}b: \u{1}MARK", "\u{1}MARK")
    #expect(marked.before == "a<U+202E>b: " && marked.marked == "<U+0001>MARK")
  }
}
