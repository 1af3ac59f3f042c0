import Basics
import Testing

private func edit(_ start: Int, _ end: Int, _ replacement: String) -> TextEdit {
  TextEdit(range: SourceRange(start, end), replacement: replacement)
}

@Suite struct TextEditTests {
  private let source = SourceText(name: "t", "for: 5é\n")

  @Test("Edits apply in the order of the text, however they are listed")
  func order() {
    #expect(source.applying([edit(5, 6, "5s"), edit(0, 3, "take")]) == "take: 5sé\n")
    #expect(source.applying([]) == "for: 5é\n")
    #expect(source.applying([edit(9, 9, "end")]) == "for: 5é\nend")
    #expect(source.applying([edit(6, 8, "")]) == "for: 5\n")
  }

  @Test("Insertions at one place keep their order, and stand before a replacement that begins there")
  func insertions() {
    #expect(source.applying([edit(0, 0, "a"), edit(0, 0, "b")]) == "abfor: 5é\n")
    #expect(source.applying([edit(0, 3, "x"), edit(0, 0, "a")]) == "ax: 5é\n")
    #expect(source.applying([edit(0, 3, "x"), edit(3, 3, "y")]) == "xy: 5é\n")
  }

  @Test("Edits that overlap or leave the text are refused together")
  func overlapping() {
    #expect(source.applying([edit(0, 3, "a"), edit(2, 5, "b")]) == nil)
    #expect(source.applying([edit(0, 3, "a"), edit(0, 3, "a")]) == nil)
    #expect(source.applying([edit(0, 3, "a"), edit(1, 1, "b")]) == nil)
    #expect(source.applying([edit(9, 10, "a")]) == nil)
    #expect(source.applying([edit(50, 50, "a")]) == nil)
  }
}
