import Basics
import Diagnostics
import Testing
import YAMLTree

@Suite("Syntax errors speak of the author's text")
struct SyntaxMessageTests {
  @Test(
    "The message stands at the guilty text",
    arguments: [
      ("title: Foo: bar # c\n", "text that contains `: ` needs quotes [Foo: bar]"),
      ("clip: x\n  take: y\n", "this key is indented deeper than the other keys of its mapping [take]"),
      ("a:\n  b: 1\n   c: 2\n", "this key is indented deeper than the other keys of its mapping [c]"),
      ("a:\n   b: 1\n  c: 2\n", "the indentation of this line matches no line above it [c: 2]"),
      ("a: 1\n\tb: 2\n", "tabs cannot indent lines [\t]"),
      ("a:\n\tb: 2\n", "tabs cannot indent lines [\t]"),
      ("-\ta: 1\n", "a tab is not allowed after `-` [\t]"),
      ("t: @home # c\n", "text that starts with `@` needs quotes [@home]"),
      ("t: `x`\n", "text that starts with `\u{60}` needs quotes [`x`]"),
      ("t: %5\n", "text that starts with `%` needs quotes [%5]"),
      ("t: *** stars\n", "text that starts with `*` needs quotes [*** stars]"),
      ("t: & more\n", "text that starts with `&` needs quotes [& more]"),
      ("a: 1\nclip:beach\nb: 2\n", "missing space after the colon [:]"),
      ("a: 1\nclip beach\n", "missing colon: this line is not `key: value` [clip beach]"),
      ("- a\n-b\n", "missing space after `-` [-]"),
      ("t: \"a\" b # c\n", "unexpected text after the end of the value [b]"),
      ("t: [draft] film\n", "unexpected text after the end of the value [film]"),
      ("t: 'it's'\n", "unexpected text after the end of the value [s']"),
      ("s: [1, 2\nr: 30\n", "this `[` is never closed [[]"),
      ("s: {a: 1\n", "this `{` is never closed [{]"),
      ("a: {b: [1}\n", "this `[` is never closed [[]"),
      ("a: [", "this `[` is never closed [[]"),
      ("a: {b: [1,\n\n", "this `[` is never closed [[]"),
      ("s: {a: 1 b: 2}\n", "missing comma before this [b]"),
      ("s: {a: \"x\" b: 2}\n", "missing comma before this [b]"),
      ("s: {a: [1] b: 2}\n", "missing comma before this [b]"),
      ("s: {text: Meet at 5: 30, b: 2}\n", "text that contains `: ` needs quotes [Meet at 5: 30]"),
      ("s: [\"a\" b]\n", "missing comma before this [b]"),
      ("t: \"abc\nb: 1\n", "this quote is never closed [\"]"),
      ("t: 'abc\nb: 1\n", "this quote is never closed [']"),
      ("t: \"C:\\path\"\n", "unknown escape `\\p` [\\p]"),
      ("t: \"\\x4\"\n", "the escape `\\x` needs the hexadecimal number of a character [\\x]"),
      ("k: - a\n", "a list cannot start on the line of its key [-]"),
      ("k: > first\n  b\n", "text after `>` must start on the next line [> first]"),
      ("[a, , b]\n", "missing value before this comma [,]"),
      ("k: ]\n", "no open bracket matches this `]` []]"),
      ("[a]]\n", "no open bracket matches this `]` []]"),
      ("\"a\" b\n", "unexpected text after the end of the script [b]"),
      ("  a: 1\nb: 2\n", "unexpected text after the end of the script [b: 2]"),
      ("a: 1\n... foo\n", "unexpected text after the end of the script [foo]"),
      ("a: 1\n- b\n", "a list item cannot be between the keys of a mapping [- b]"),
      ("- a\nb: c\n", "a key cannot be between the items of a list [b: c]"),
      ("--- a: b\n", "a mapping must start on the line after `---` [:]"),
      ("[a, -]\n", "a lone `-` in brackets is neither a list item nor text [-]"),
      ("{size:1280x720}\n", "missing space after the colon [:]"),
      ("[\"k\"\n  : v]\n", "a key and its colon must be on one line [:]"),
      ("{\"k\"\n  : v}\n", "a key and its colon must be on one line [\"k\"]"),
      ("\"k\n  l\": v\n", "a key and its colon must be on one line [l\"]"),
      ("a: 1\n\"k\n l\": v\n", "a key and its colon must be on one line [\"k]"),
      ("{k:[1]}\n", "missing space after the colon [:]"),
      ("{\n a: 1\n b: 2 }\n", "missing comma at the end of the line above [b: 2 }]"),
      ("k: [a\n # c\n b]\n", "missing comma at the end of the line above [b]]"),
      ("k: [a\nb: 1\nc: [d]\n", "this `[` is never closed [[]"),
      ("k:\n  two words\n  l: v\n", "this key continues the text of the line above [l]"),
      ("k: v\nthis is # no: key\n", "missing colon: this line is not `key: value` [this is]"),
      ("- {a: b}- c\n", "unexpected text after the end of the value [- c]"),
      ("k: \"a\n--- b\"\n", "this quote is not closed before a line that starts with `---` [\"]"),
      ("# c\n...\n", "`...` ends a script, but no script has started [...]"),
      ("k: |\n   \n  t\n", "this empty line has more spaces than the text below it [   ]"),
      ("k: >\n \n  \n # c\n", "this empty line has more spaces than the text below it [  ]"),
    ])
  func message(text: String, finding: String) {
    #expect(Reading(text).findings == ["yaml-syntax: " + finding])
  }

  @Test(
    "A bracket that is never closed has a note where it was missed, unless that is the end of the text",
    arguments: [("a: [", []), ("a: [1,\n", []), ("a: {b: 1\n\n", []), ("a: [1\nb: 2\n", ["b"])])
  func unclosed(text: String, noted: [String]) {
    let reading = Reading(text)
    let notes = reading.diagnostics.flatMap(\.notes)
    #expect(notes.compactMap(\.range).map { reading.source[$0] } == noted)
  }

  @Test("What stands before a syntax error is kept")
  func kept() {
    let reading = Reading("edit: 1 # c\ntimeline:\n  - clip: a\n  - clip: @b\nx: 1\n")
    #expect(reading.slice(reading.value("edit")) == "1")
    #expect(reading.slice(reading.value("timeline", "0", "clip")) == "a")
    #expect(reading.tree.comments.count == 1)
    #expect(reading.diagnostics.count == 1)
  }

  @Test(
    "Repairs make the text readable",
    arguments: [
      ("title: Foo: \"bar\" # c\n", "title: \"Foo: \\\"bar\\\"\" # c\n"),
      ("t: @home # c\n", "t: \"@home\" # c\n"),
      ("a: 1\nclip:beach\nb: 2\n", "a: 1\nclip: beach\nb: 2\n"),
      ("t: [draft] film\n", "t: \"[draft] film\"\n"),
      ("{size:1280x720}\n", "{size: 1280x720}\n"),
      ("a:\n\tb: 2\n", "a:\n  b: 2\n"),
      ("a: 1\n\t\nb: 2\n", "a: 1\n\nb: 2\n"),
      ("c: {\n  size: 1\n}\n", "c: {\n  size: 1\n  }\n"),
      ("t: \"one\ntwo\"\n", "t: \"one\n  two\"\n"),
      ("k: |\n    \n   \n  t\n", "k: |\n\n\n  t\n"),
      ("{k:[1]}\n", "{k: [1]}\n"),
      ("{\n a: 1 # c\n b: 2 }\n", "{\n a: 1, # c\n b: 2 }\n"),
      ("- -\t- 1\n", "- - - 1\n"),
      ("- [\n\tfoo,\n foo\n ]\n", "- [\n  foo,\n foo\n ]\n"),
    ])
  func repaired(text: String, repaired: String) throws {
    let result = try #require(Reading(text).repaired)
    #expect(result == repaired)
    #expect(Reading(result).findings == [])
  }

  @Test(
    "Anchors, tags and mappings where nothing of the kind could stand are refused by name, too",
    arguments: [
      ("k:\n&x\n- a\n", "the YAML anchor `&x` is not supported [&x]"),
      ("- a\n&x\n- b\n", "the YAML anchor `&x` is not supported [&x]"),
      ("&x - a\n", "the YAML anchor `&x` is not supported [&x]"),
      ("[1\n]: a\n", "a list or a mapping cannot be a key []]"),
      ("--- |\n%d\n", "YAML directives are not supported [%d]"),
    ])
  func refused(text: String, finding: String) {
    #expect(Reading(text).findings == ["unsupported-yaml: " + finding])
  }

  @Test("A last line without its end is read like one that has it")
  func missingLineEnd() {
    for text in ["k: |\n  x", "k: |+\n  x\n   ", "k: |-\n  x", "k: x", "k:", "- |\n   ", "k: [é,\n ü]"] {
      #expect(Reading(text).tree.root?.value == Reading(text + "\n").tree.root?.value, "\(text)")
      #expect(Reading(text).findings == [])
    }
  }

  @Test("A value in brackets at the edge of the script may begin its lines there")
  func flowRoot() {
    #expect(Reading("{\na: 1,\n# c\nb: [\n2]\n}\n").findings == [])
  }
}
