import CompilerDriver
import Diagnostics
import Lowering
import SourceText
import TestSupport
import Testing

/// Scripts of up to a megabyte that nobody would write, through every phase and into their report.
@Suite("Huge scripts")
struct HugeScriptTests {
  static let scripts: [(name: String, text: String)] = {
    func lines(_ head: String, _ count: Int, _ line: (Int) -> String) -> String {
      "edit: 1\n" + head + (0..<count).map(line).joined()
    }
    var all: [(name: String, text: String)] = []
    all.append(("unknown keys", lines("", 90_000) { "k\($0): 1\n" }))
    all.append(("unknown keys of a mapping", lines("checks:\n", 30_000) { "  k\($0): 1\n" }))
    all.append(
      (
        "unknown defaults",
        lines("defaults:\n  color:\n", 5000) { "    k\($0): 1\n" }
          + "timeline:\n" + String(repeating: "  - color: red\n", count: 5000)
      ))
    all.append(("items without a unit", lines("timeline:\n", 15_000) { "  - {color: red, for: \($0)}\n" }))
    all.append(("misspelled items", lines("timeline:\n", 20_000) { "  - {colr: red, fro: \($0)s}\n" }))
    all.append(("unknown media", lines("media: {a: a.mp4}\ntimeline:\n", 15_000) { "  - clip: name\($0)\n" }))
    all.append(
      (
        "names that are nearly right",
        lines("timeline: [{color: red, for: 1s}]\noverlays:\n", 8000) {
          "  - {color: red, for: 1s, name: item\($0), at: itm\($0).end}\n"
        }
      ))
    all.append(
      ("one name for all", lines("timeline:\n", 12_000) { _ in "  - {color: red, for: 1s, name: n}\n" }))
    all.append(
      (
        "one line",
        "edit: 1\ntitle: é\ntimeline: ["
          + String(repeating: "{clp: é.mp4, take: 1..2s}, ", count: 12_000) + "]\n"
      ))
    all.append(
      (
        "undeclared variables",
        lines("vars: {a: {type: text}}\ntimeline:\n", 15_000) { "  - clip: ${b\($0)}\n" }
      ))
    all.append(
      (
        "a variable in a variable's place",
        lines("vars: {a: {type: text, default: \(String(repeating: "x", count: 60_000))}}\ntimeline:\n", 300)
        {
          _ in "  - clip: \"\(String(repeating: "${a}", count: 700))\"\n"
        }
      ))
    all.append(
      ("invisible paths", lines("timeline:\n", 8000) { "  - clip: \"\u{200B}\u{200B}\u{200B}\($0).mp4\"\n" }))
    all.append(
      ("outputs", lines("timeline: [{color: red, for: 1s}]\noutputs:\n", 2000) { "  - file: o\($0).mp4\n" }))
    all.append(
      (
        "misspelled filters",
        "edit: 1\ntimeline:\n  - color: red\n    for: 5s\n    filters: ["
          + String(repeating: "blr, ", count: 20_000) + "]\n"
      ))
    all.append(
      (
        "ramps over each other",
        lines("timeline:\n  - color: red\n    for: 5s\n    opacity:\n", 8000) {
          "      - 0 -> 1 over 0s..\($0 + 1)s\n"
        }
      ))
    all.append(
      (
        "one endless ramp",
        "edit: 1\ntimeline:\n  - color: red\n    for: 5s\n    opacity: "
          + String(repeating: "0 -> 1 -> ", count: 6000) + "0\n"
      ))
    all.append(
      (
        "key frames",
        lines("timeline:\n  - color: red\n    for: 5s\n    opacity:\n", 20_000) { "      \($0)s: 1\n" }
      ))
    all.append(("media", lines("media:\n", 30_000) { "  m\($0): f\($0).mp4\n" }))
    return all
  }()

  /// A release build is to take 100 ms; this bound, in processor time of a debug build, keeps out what grows with the
  /// square of the text, which takes minutes.
  @Test("end quickly and list a thousand findings at most", arguments: scripts.map(\.name))
  func ends(name: String) throws {
    let text = try #require(Self.scripts.first { $0.name == name }?.text)
    let source = SourceText(name: "huge.edit", text)
    var report = ""
    var findings: [Diagnostic] = []
    let time = processorTime {
      findings = compile(source, media: { _ in MediaTable() }).diagnostics
      report = TerminalReport(useColor: false).text(for: findings, in: source)
    }
    #expect(time < .seconds(8), "\(name) took \(time)")
    #expect(findings.count <= 1001)
    #expect(report.utf8.count < 4 << 20)
    if findings.count == 1001 {
      #expect(findings.last?.message.hasSuffix("are not listed: at most 1000 are") == true)
    }
  }
}
