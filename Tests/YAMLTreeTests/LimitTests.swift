import Basics
import Diagnostics
import Glibc
import TestSupport
import Testing
import YAMLTree

@Suite("Limits and bombs")
struct LimitTests {
  @Test("The file limit says how large the text is")
  func fileLimit() {
    let reading = Reading(String(repeating: "#", count: 11), limits: YAMLLimits(fileBytes: 10))
    #expect(reading.diagnostics.map(\.message) == ["the file has 11 bytes; a script may have at most 10"])
    #expect(Reading(String(repeating: "#", count: 10), limits: YAMLLimits(fileBytes: 10)).findings == [])
  }

  @Test("The depth limit counts lists and mappings of either kind")
  func depthLimit() {
    #expect(Reading("a:\n  - [x]\n", limits: YAMLLimits(depth: 3)).findings == [])
    let reading = Reading("a:\n  - [[x]]\n", limits: YAMLLimits(depth: 3))
    #expect(
      reading.findings == [
        "too-deep: this is nested 4 levels deep; a script may have at most 3 [[]"
      ])
    #expect(reading.diagnostics[0].range == SourceRange(8, 9))
  }

  @Test("The node limit says where reading stopped")
  func nodeLimit() {
    #expect(Reading("a: 1\nb: 2\n", limits: YAMLLimits(nodes: 5)).findings == [])
    let reading = Reading("a: 1\nb: 2\nc: 3\n", limits: YAMLLimits(nodes: 5))
    #expect(reading.diagnostics.map(\.id) == [.tooLarge])
    #expect(reading.diagnostics.first?.message.hasSuffix("reading stopped in line 3 of 4") == true)
    #expect(reading.slice(reading.value("b")) == "2")
  }

  @Test("A text beyond its limit is named and the rest is read")
  func scalarLimit() {
    let reading = Reading("a: 123456\nb: 12345\n", limits: YAMLLimits(scalarBytes: 5))
    #expect(
      reading.findings == ["too-large: this text has 6 bytes; a key or value may have at most 5 [123456]"])
    #expect(reading.slice(reading.value("b")) == "12345")
  }

  @Test("A text with a mistake in each line lists some and counts the others")
  func findingLimit() {
    let reading = Reading(String(repeating: "a: 1\n", count: 20), limits: YAMLLimits(findings: 5))
    #expect(reading.diagnostics.map(\.id) == Array(repeating: .duplicateKey, count: 5) + [.tooLarge])
    #expect(
      reading.diagnostics.last?.message == "14 more errors in this file are not listed; the limit is 5")
  }

  static let bombs: [(name: String, text: String)] = {
    func filled(_ unit: String, _ total: Int = 1 << 20) -> String {
      String(repeating: unit, count: total / unit.utf8.count)
    }
    let numbered = (0..<60_000).map { "%TAG !a\($0)! x\n" }.joined()
    return [
      ("[", filled("[")), ("{", filled("{")), ("[ lines", filled("[\n")), ("- - -", filled("- ")),
      ("? ? ?", filled("? ")), ("[a, [a", filled("[a, ")), ("{a: {a", filled("{a: ")),
      ("a: a", filled("a: ")),
      ("? lines", filled("?\n")), ("one long word", filled("x")), ("long key", filled("x") + ": 1"),
      ("long words", filled("xx ")), ("one quote", "\"" + filled("x ")), ("quote lines", "'" + filled("x\n")),
      ("same keys", filled("k: 1\n")), ("same flow keys", "{" + filled("k: 1, ") + "}"),
      ("keys", (0..<49_000).map { "key\($0): 1\n" }.joined()), ("block text", "a: |\n" + filled("  line\n")),
      ("folded blanks", "a: >\n" + filled(" \n")), ("comments", filled("# c\n")),
      ("comments after", filled("- # c\n")), ("one comment", "#" + filled("#")),
      ("blanks", filled(" ") + "a: 1\n"), ("blank dashes", filled(" ", 1_000_000) + filled("- ", 40_000)),
      ("anchors", "[" + filled("&a [*a,*a],") + "]"), ("aliases", "[" + filled("*a,") + "]"),
      ("tags", "[" + filled("!a b,") + "]"), ("tag directives", numbered + "---\na: 1\n"),
      ("late directives", "a: 1\n...\n" + numbered + "---\na: 1\n"),
      ("documents", filled("---\n")), ("wide", filled("é: ü\n")), ("not UTF-8", filled("x") + "\u{0}"),
      ("zeros and letters", "ab" + filled("\u{0}x")), ("invisible keys", filled("\u{200B}k: 1\n")),
      ("flow lines", "a: [\n" + filled("x,\n")), ("commas", "[" + filled("a,")), ("colons", filled(":")),
      ("wide brackets", "é" + filled("[")),
      ("indentation", (0..<1400).map { filled(" ", $0 + 1) + "a:\n" }.joined()),
      ("quotes", filled("''\n")), ("far colons", "{" + filled("a ") + "}"),
      ("blank keys", "{" + filled("a\n,")),
      ("carriage returns", filled("\r")), ("tabs", filled("\t")),
    ].map { ($0.0, String($0.1.utf8.prefix(1 << 20)) ?? $0.1) }
  }()

  /// The promise of 100 ms is for a release build. This bound, in processor time of a debug build, still
  /// keeps quadratic readers out: they take from twenty seconds to minutes.
  @Test("Huge and nested inputs end quickly, with a finding or none", arguments: bombs.map(\.name))
  func bomb(name: String) throws {
    let text = try #require(Self.bombs.first { $0.name == name }?.text)
    let source = SourceText(name: name, text)
    let time = processorTime { checkRanges(of: YAMLTree.parse(source), in: source) }
    #expect(time < .seconds(3), "\(name) took \(time)")
  }
}
