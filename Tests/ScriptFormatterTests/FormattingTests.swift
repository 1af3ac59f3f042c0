import ScriptFormatter
import SourceText
import Testing
import YAMLTree

/// Formats a mapping of plain texts and says what came out.
private func formatted(
  _ text: String, _ pairs: KeyValuePairs<String, String> = [:], style: YAMLScalar.Style = .plain,
  isFlow: Bool = false
) -> String? {
  let (source, tree) = HandMadeTree.mapping(text, pairs, style: style, isFlow: isFlow)
  return source.applying(formattingEdits(of: source, tree: tree))
}

@Suite struct FormattingTests {
  @Test("Trailing blanks go, the indentation and the blanks before a comment stay")
  func trailingBlanks() {
    #expect(
      formatted("a: b  \t\nc:   # why  \n    d: e \n", ["a": "b", "c": "", "d": "e"])
        == "a: b\nc:   # why\n    d: e\n")
    #expect(formatted("a: b\n  \n  # note\n", ["a": "b"]) == "a: b\n\n  # note\n")
  }

  @Test("A text ends with exactly one line break")
  func lastLineBreak() {
    #expect(formatted("a: b", ["a": "b"]) == "a: b\n")
    #expect(formatted("a: b \n\n \n\n", ["a": "b"]) == "a: b\n")
    #expect(formatted("a: b   ", ["a": "b"]) == "a: b\n")
    #expect(formatted("# only a comment") == "# only a comment\n")
    #expect(formatted("") == "")
    #expect(formatted("\n \n\n") == "")
  }

  @Test("Runs of blank lines become one blank line, also at the start")
  func blankLines() {
    #expect(formatted("a: b\n\n \n\t\n\nc: d\n", ["a": "b", "c": "d"]) == "a: b\n\nc: d\n")
    #expect(formatted("a: b\n\nc: d\n", ["a": "b", "c": "d"]) == "a: b\n\nc: d\n")
    #expect(formatted("\n\n\n  a: b\n", ["a": "b"]) == "\n  a: b\n")
    #expect(formatted("# x\n\n\n\n# y\n") == "# x\n\n# y\n")
  }

  @Test("Carriage returns before line feeds go, everywhere")
  func carriageReturns() {
    #expect(formatted("a: b\r\n\r\n\r\nc: d \r\n", ["a": "b", "c": "d"]) == "a: b\n\nc: d\n")
    #expect(
      formatted("a: \"b\r\n  c\"\r\n", ["a": "\"b\r\n  c\""], style: .doubleQuoted) == "a: \"b\n  c\"\n")
  }

  @Test("A text with carriage returns alone is left as it is")
  func bareCarriageReturns() {
    for text in ["a: b \rc: d \n", "a: b \r\r\n", "a: b \n\r"] { #expect(formatted(text) == text) }
  }

  @Test("One blank stands after the colon of a block entry")
  func colons() {
    #expect(formatted("a:   b\nlong:\tc\n", ["a": "b", "long": "c"]) == "a: b\nlong: c\n")
    #expect(formatted("a :  b\n", ["a": "b"]) == "a : b\n")
    // The value on the next line, a comment between, no blank needed: nothing to do.
    for text in ["a:\n    b\n", "a: b\n", "a:  # c\n  b\n"] { #expect(formatted(text, ["a": "b"]) == text) }
    #expect(formatted("{a:   b}\n", ["a": "b"], isFlow: true) == "{a:   b}\n")
  }

  @Test("Colons in keys and values are not mistaken for the one between them")
  func otherColons() {
    #expect(formatted("a:b:   c:  d\n", ["a:b": "c:  d"]) == "a:b: c:  d\n")
    #expect(formatted("'a:  b':   c\n", ["'a:  b'": "c"]) == "'a:  b': c\n")
  }

  @Test("Literal and folded scalars keep every blank, also the blank lines after them")
  func blockScalars() {
    let literal = "|\n  x  \n\n\n     \n  y"
    for after in ["", "\n", "\n\n\n", "  \n    \n"] {
      let text = "a:   \(literal)\(after)"
      #expect(formatted(text, ["a": literal], style: .literal) == "a: \(literal)\(after)")
    }
    let folded = "a: >+\n  x \n\n\n\nb:  c \n"
    var builder = HandMadeTree(folded)
    let first = builder.entry("a", ">+\n  x ", style: .folded)
    let second = builder.entry("b", "c")
    let root = YAMLNode(.mapping([first, second], isFlow: false), range: SourceRange(0, 23))
    let edits = formattingEdits(of: builder.source, tree: YAMLTree(root: root, comments: []))
    #expect(builder.source.applying(edits) == "a: >+\n  x \n\n\n\nb: c\n")
  }

  @Test("Line breaks inside quoted and plain scalars are content")
  func severalLines() {
    let quoted = "\"x \\ \n\n\n  y  \n\""
    #expect(formatted("a: \(quoted) \n", ["a": quoted], style: .doubleQuoted) == "a: \(quoted)\n")
    let plain = "x \n\n\n  y"
    #expect(formatted("a: \(plain) \n", ["a": plain]) == "a: \(plain)\n")
  }

  @Test("Each stretch of white space gets one smallest edit, in the order of the text")
  func smallestEdits() {
    let (source, tree) = HandMadeTree.mapping("a:  b \n\n\n\nc: d", ["a": "b", "c": "d"])
    #expect(
      formattingEdits(of: source, tree: tree) == [
        TextEdit(range: SourceRange(2, 4), replacement: " "),
        TextEdit(range: SourceRange(5, 8), replacement: ""),
        TextEdit(range: SourceRange(14, 14), replacement: "\n"),
      ])
    let usual = HandMadeTree.mapping("a: b\n\nc: d\n", ["a": "b", "c": "d"])
    #expect(formattingEdits(of: usual.source, tree: usual.tree) == [])
  }
}
