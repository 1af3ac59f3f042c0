import Basics
import Compiler
import Diagnostics
import Lowering
import TestSupport
import Testing

/// Scripts of hundreds of kilobytes that nobody would write, through every phase and into their report.
@Suite("Huge scripts", .serialized)
struct HugeScriptTests {
  struct Script: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String

    var testDescription: String { name }
  }

  /// What grows with the square of the text, or with all the ways through it, takes minutes here; in processor time,
  /// because machines are busy.
  @Test(
    "end quickly and list a thousand findings at most",
    arguments: cases(mistakes + bombs, quick: 3, sample: 6))
  func ends(script: Script) throws {
    let source = SourceText(name: "huge.edit", script.text)
    var report = ""
    var findings: [Diagnostic] = []
    let time = processorTime {
      findings = compile(source, media: MediaTable()).diagnostics
      report = TerminalReport(useColor: false).text(for: findings, in: source)
    }
    #expect(time < .seconds(40), "\(script.name) took \(time)")
    #expect(!findings.isEmpty)
    #expect(findings.count <= 1001)
    #expect(report.utf8.count < 4 << 20)
    if findings.count == 1001 {
      #expect(findings.last?.message.hasSuffix("are not listed; the limit is 1000") == true)
    }
  }

  @Test("say at which limit they stop")
  func limits() throws {
    func messages(_ name: String) throws -> [String] {
      let text = try #require((Self.mistakes + Self.bombs).first { $0.name == name }?.text)
      let found = compile(SourceText(name: "huge.edit", text), media: MediaTable()).diagnostics
      return found.filter { $0.severity == .error }.map(\.message)
    }
    #expect(
      try Set(messages("a variable in a variable's place"))
        == ["this text exceeds 65536 bytes once its variables are replaced"])
    #expect(
      try messages("a long variable everywhere").filter { $0.hasPrefix("values") }
        == ["values with variables exceed 1048576 bytes in total at this point"])
    #expect(
      try messages("a long variable in defaults")
        == ["values with variables exceed 1048576 bytes in total at this point"])
    #expect(
      try messages("films upon films").contains(
        "the film plays sequences and scripts more than 1000000000 times, counting nested ones; "
          + "the limit is 1000"))
    #expect(
      try messages("one large film in many").contains(
        "the sequences and scripts of the film have 900450 items, counting each every time it plays; "
          + "the limit is 100000"))
  }
}

extension HugeScriptTests {
  private static func lines(
    _ name: String, _ head: String, _ count: Int, _ line: (Int) -> String
  ) -> Script {
    Script(name: name, text: "edit: 1\n" + head + (0..<count).map(line).joined())
  }

  /// One mistake, thousands of times.
  static let mistakes: [Script] = [
    lines("unknown keys", "", 30_000) { "k\($0): 1\n" },
    lines("unknown keys of a mapping", "checks:\n", 10_000) { "  k\($0): 1\n" },
    Script(
      name: "unknown defaults",
      text: "edit: 1\ndefaults:\n  color:\n" + (0..<2000).map { "    k\($0): 1\n" }.joined() + "timeline:\n"
        + String(repeating: "  - color: red\n", count: 2000)),
    lines("items without a unit", "timeline:\n", 3000) { "  - {color: red, for: \($0)}\n" },
    lines("misspelled items", "timeline:\n", 5000) { "  - {colr: red, fro: \($0)s}\n" },
    lines("misspelled words", "timeline:\n", 3000) { "  - {color: re\($0)d, fit: cvoer}\n" },
    lines("unknown media", "media: {a: a.mp4}\ntimeline:\n", 4000) { "  - clip: name\($0)\n" },
    lines(
      "names that are nearly right", "timeline: [{color: red, for: 1s}]\noverlays:\n", 3000
    ) { "  - {color: red, for: 1s, name: item\($0), at: itm\($0).end}\n" },
    lines("one name for all", "timeline:\n", 3000) { _ in "  - {color: red, for: 1s, name: n}\n" },
    Script(
      name: "one line",
      text: "edit: 1\ntitle: é\ntimeline: ["
        + String(repeating: "{clp: é.mp4, take: 1..2s}, ", count: 3000) + "]\n"),
    lines("undeclared variables", "vars: {a: {type: text}}\ntimeline:\n", 4000) { "  - clip: ${b\($0)}\n" },
    lines("invisible paths", "timeline:\n", 3000) { "  - clip: \"\u{200B}\u{200B}\u{200B}\($0).mp4\"\n" },
    Script(
      name: "misspelled filters",
      text: "edit: 1\ntimeline:\n  - color: red\n    for: 5s\n    filters: ["
        + String(repeating: "blr, ", count: 20_000) + "]\n"),
    lines("outputs", "timeline: [{color: red, for: 1}]\noutputs:\n", 1000) { "  - file: o\($0).mp4\n" },
    lines("ramps over each other", "timeline:\n  - color: red\n    for: 5s\n    opacity:\n", 4000) {
      "      - 0 -> 1 over 0s..\($0 + 1)s\n"
    },
    Script(
      name: "one endless ramp",
      text: "edit: 1\ntimeline:\n  - color: red\n    for: 5\n    opacity: "
        + String(repeating: "0 -> 1 -> ", count: 6000) + "0\n"),
    lines("key frames", "timeline:\n  - color: red\n    for: 5s\n    opacity:\n", 10_000) {
      "      \($0)s: 1\n"
    },
    lines("media", "media:\n", 10_000) { "  m\($0): f\($0).mp4\n" },
    lines("cues", "timeline: [{color: red, for: 9999s}]\nsubtitles:\n  - cues:\n", 5000) {
      "      - {at: 0s..\($0 + 2)s, text: Hi}\n"
    },
  ]

  /// Small texts that stand for very much.
  static let bombs: [Script] = [
    lines(
      "a variable in a variable's place",
      "vars: {a: {type: text, default: \(String(repeating: "x", count: 60_000))}}\ntimeline:\n", 300
    ) { _ in "  - clip: \"\(String(repeating: "${a}", count: 700))\"\n" },
    lines(
      "a long variable everywhere",
      "vars: {a: {type: text, default: \(String(repeating: "x", count: 60_000))}}\ntimeline:\n", 5000
    ) { _ in "  - clip: ${a}\n" },
    lines(
      "a long variable in defaults",
      "vars: {a: {type: text, default: \(String(repeating: "x", count: 60_000))}}\n"
        + "defaults: {text: {font: \"${a}\"}}\ntimeline:\n", 3000
    ) { _ in "  - {text: a, for: 1s}\n" },
    lines(
      "many allowed values",
      "vars:\n  a: {type: text, default: q, allowed: ["
        + (0..<10_000).map { "x\($0)" }.joined(separator: ", ") + "]}\ntimeline:\n", 2000
    ) { _ in "  - clip: ${a}\n" },
    lines(
      "long names",
      "media: {"
        + "abcdefghi".map { "\($0)\(String(repeating: "x", count: 60_000)): a.mp4" }
        .joined(separator: ", ") + "}\ntimeline:\n", 3000
    ) { "  - clip: name\($0)\n" },
    lines("a chain of sequences", "timeline:\n  - sequence: s0\nsequences:\n", 5000) {
      "  s\($0):\n    - sequence: s\($0 + 1)\n"
    },
    lines("a circle of sequences", "timeline:\n  - sequence: s0\nsequences:\n", 5000) {
      "  s\($0):\n    - sequence: s\(($0 + 1) % 5000)\n"
    },
    lines("films upon films", "timeline:\n  - sequence: s0x0\nsequences:\n", 150) { index in
      let (layer, number) = (index / 10, index % 10)
      let played = (0..<10).map { layer == 14 ? "{color: red, for: 1s}" : "sequence: s\(layer + 1)x\($0)" }
      return "  s\(layer)x\(number):\n" + played.map { "    - \($0)\n" }.joined()
    },
    lines("sequences that all play each other", "timeline:\n  - sequence: s0\nsequences:\n", 50) { index in
      "  s\(index):\n" + (0..<50).filter { $0 != index }.map { "    - sequence: s\($0)\n" }.joined()
    },
    Script(
      name: "one large film in many",
      text: "edit: 1\ntimeline:\n" + (0..<450).map { "  - sequence: p\($0)\n" }.joined()
        + "sequences:\n  big:\n" + String(repeating: "    - {color: red, for: 1s}\n", count: 2000)
        + (0..<450).map { "  p\($0):\n    - sequence: big\n" }.joined()),
  ]
}
