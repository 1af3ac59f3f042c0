import Basics
import Diagnostics
import Testing
import YAMLTree

@Suite("The parts of YAML that scripts do without are refused by name")
struct RefusalTests {
  @Test(
    "Each with its place",
    arguments: [
      ("a: &x 1\n", "the YAML anchor `&x` is not supported [&x]"),
      ("a: &x\n  b: 1\n", "the YAML anchor `&x` is not supported [&x]"),
      ("a: *x\n", "the YAML alias `*x` is not supported [*x]"),
      ("a: !!str 1\n", "the YAML tag `!!str` is not supported [!!str]"),
      ("a: ! 1\n", "the YAML tag `!` is not supported [!]"),
      ("a: !<x:y> [1]\n", "the YAML tag `!<x:y>` is not supported [!<x:y>]"),
      ("<<: {a: 1}\n", "the YAML merge key `<<` is not supported [<<]"),
      ("%YAML 1.2\n---\na: 1\n", "the YAML directive `%YAML` is not supported [%YAML 1.2]"),
      ("a: 1\n---\nb: 2\n", "a second YAML document starts here [---]"),
      ("--- 1\n...\n%YAML 1.2\n---\n2\n", "YAML directives are not supported [%YAML 1.2]"),
      ("? a\n: b\n", "YAML keys with `?` are not supported [?]"),
      ("[1, 2]: x\n", "a list or a mapping cannot be a key [[]"),
      ("{a: 1}: x\n", "a list or a mapping cannot be a key [{]"),
      (": x\n", "missing key [:]"),
      ("'': x\n", "missing key []"),
    ])
  func refused(text: String, finding: String) {
    #expect(Reading(text).findings == ["unsupported-yaml: " + finding])
  }

  @Test("The hint says what does their work")
  func hints() {
    #expect(Reading("a: &x 1\n").diagnostics[0].hint?.contains("`defaults`, `vars` or `sequences`") == true)
  }

  @Test("What is refused leaves the rest of the text readable")
  func rest() {
    let reading = Reading("a: &x 1\nb: *x\nc: !!int 2\n<<: *x\n? d\n: 3\ne: 4\na: 5\n")
    #expect(reading.slice(reading.value("a")) == "1")
    #expect(reading.value("b") == nil)
    #expect(reading.slice(reading.value("c")) == "2")
    #expect(reading.slice(reading.value("d")) == "3")
    #expect(reading.slice(reading.value("e")) == "4")
    #expect(
      reading.diagnostics.map { reading.source[$0.range ?? SourceRange(0, 0)] } == [
        "&x", "*x", "!!int", "<<", "*x", "?", "a",
      ])
  }

  @Test("Duplicate keys name both places and the first one stays")
  func duplicates() throws {
    let reading = Reading("clip: a\ntake: 1s\n\"clip\": b\n")
    #expect(
      reading.findings == ["duplicate-key: the key `clip` appears twice in the same mapping [\"clip\"]"])
    #expect(reading.diagnostics[0].notes.first?.range == SourceRange(0, 4))
    #expect(reading.slice(reading.value("clip")) == "a")
    guard case .mapping(let entries, _) = try #require(reading.tree.root).value else {
      Issue.record("the root is no mapping")
      return
    }
    #expect(entries.count == 2)
  }

  @Test(
    "Characters that nobody can read are named with their place",
    arguments: [
      ([0x61, 0xFF, 0xFE, 0x0A], "the byte 0xFF is not UTF-8", SourceRange(1, 3)),
      ([0x61, 0xE2, 0x82, 0x0A], "the byte 0xE2 is not UTF-8", SourceRange(1, 3)),
      (
        [0x61, 0x00, 0x00, 0x62], "the control character U+0000 is not allowed in a script", SourceRange(1, 3)
      ),
      ([0x61, 0x1B, 0x0A], "the control character U+001B is not allowed in a script", SourceRange(1, 2)),
      ([0x61, 0xC2, 0x85, 0x62], "the character U+0085 is an invisible line separator", SourceRange(1, 3)),
      ([0x61, 0x0D, 0x62], "a lone carriage return is not a line break", SourceRange(1, 2)),
    ] as [([UInt8], String, SourceRange)])
  func unreadable(bytes: [UInt8], message: String, range: SourceRange) {
    let reading = Reading(Array("k: 1\nt: x".utf8) + bytes)
    let shifted = SourceRange(range.start + 9, range.end + 9)
    #expect(reading.diagnostics.first?.message == message)
    #expect(reading.diagnostics.first?.range == shifted)
    #expect(reading.slice(reading.value("k")) == "1")
  }

  @Test("UTF-16 is named", arguments: [[0xFF, 0xFE, 0x61, 0x00], [0x61, 0x00], [0x00, 0x61]] as [[UInt8]])
  func utf16(bytes: [UInt8]) {
    #expect(Reading(bytes).diagnostics.map(\.message) == ["the file is UTF-16 or UTF-32, not UTF-8"])
  }

  @Test("An escape cannot smuggle in a control character")
  func controlEscape() {
    #expect(
      Reading("a: \"x\\0y\"\n").diagnostics.map(\.message)
        == ["this text contains an escape sequence for the control character U+0000"])
    #expect(Reading("a: \"x\\ty\\n\"\n").findings == [])
  }

  @Test("Mistakes of many kinds are reported in one run, in the order of the text")
  func together() {
    let reading = Reading(
      "a: 1\na: 2\nb: &x {c: 1, c: 2}\nd: !t 1\ne: \"\\0\"\nk: [1,\n2]\nf: {s:1}#x\n---\n")
    #expect(
      reading.diagnostics.map(\.id) == [
        .duplicateKey, .unsupportedYAML, .duplicateKey, .unsupportedYAML, .yamlSyntax,
        .yamlSyntax, .yamlSyntax, .yamlSyntax, .unsupportedYAML,
      ])
  }
}
