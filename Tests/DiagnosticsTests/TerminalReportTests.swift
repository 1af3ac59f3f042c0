import Basics
import Diagnostics
import TestSupport
import Testing

private let script = SourceText(
  name: "holiday.edit",
  """
  edit: 1
  timeline:
    - clip: beech
      for: 5
  """)

/// The report of one finding about the first occurrence of some text.
private func report(
  _ text: String, guilty: String, notes: [Diagnostic.Note] = [], hint: String? = nil, width: Int = 100
) -> String {
  let source = SourceText(name: "a.edit", text)
  let finding = Diagnostic(
    .unknownMedia, "no such media", at: range(of: guilty, in: text), notes: notes, hint: hint)
  return TerminalReport(useColor: false, lineWidth: width).text(for: finding, in: source)
}

private func range(of part: String, in text: String) -> SourceRange {
  let bytes = Array(text.utf8)
  let wanted = Array(part.utf8)
  let start = (0...(bytes.count - wanted.count)).first { Array(bytes[$0..<$0 + wanted.count]) == wanted } ?? 0
  return SourceRange(start, start + wanted.count)
}

@Suite struct TerminalReportTests {
  @Test("A finding shows its place, its line, notes, hint and fixes, and a count at the end")
  func wholeReport() {
    let unknown = Diagnostic(
      .unknownMedia, "no media is called `beech`", at: range(of: "beech", in: script.text),
      notes: [.init("media are declared here", at: range(of: "timeline", in: script.text))],
      hint: "did you mean `beach`?",
      fixes: [
        .init(
          "use `beach`", [TextEdit(range: range(of: "beech", in: script.text), replacement: "beach")],
          isSafe: false)
      ])
    let bare = Diagnostic(.bareNumber, "`5` has no unit", at: range(of: "5", in: script.text))
    let unused = Diagnostic(.unusedVariable, "`song` is never used", at: nil)
    let text = TerminalReport(useColor: false).text(for: [unknown, bare, unused], in: script)
    #expect(
      text == """
        holiday.edit:3:11: error: no media is called `beech` [unknown-media]
            3 |   - clip: beech
              |           ^~~~~
        holiday.edit:2:1: note: media are declared here
            2 | timeline:
              | ^~~~~~~~
        hint: did you mean `beach`?
        fix: use `beach` (`beech` becomes `beach`)

        holiday.edit:4:10: error: `5` has no unit [bare-number]
            4 |     for: 5
              |          ^

        holiday.edit: warning: `song` is never used [unused-variable]

        2 errors, 1 warning

        """)
  }

  @Test("No findings, no text")
  func nothing() {
    #expect(TerminalReport(useColor: true).text(for: [], in: script) == "")
  }

  @Test("Tabs become blanks, so that the caret stands under its text")
  func tabs() {
    #expect(
      report("\tclip:\tbeech", guilty: "beech") == """
        a.edit:1:8: error: no such media [unknown-media]
            1 |         clip:   beech
              |                 ^~~~~

        """)
  }

  @Test("A wide character takes two cells and a combining mark none; columns count code points")
  func widths() {
    #expect(
      report("海e\u{301}👩‍👩‍👧: beech", guilty: "beech") == """
        a.edit:1:11: error: no such media [unknown-media]
            1 | 海e\u{301}👩‍👩‍👧: beech
              |        ^~~~~

        """)
    #expect(report("a: 海辺", guilty: "海辺").contains("|    ^~~~\n"))
    // A lone combining mark is marked under the letter that carries it.
    #expect(report("cafe\u{301}", guilty: "\u{301}").contains("|    ^\n"))
  }

  @Test("A range over several lines is underlined to the end of its first line")
  func severalLines() {
    #expect(
      report("a:\n  - b\n  - c\nd: 1\n", guilty: "- b\n  - c\n") == """
        a.edit:2:3: error: no such media [unknown-media]
            2 |   - b
              |   ^~~ to line 3

        """)
  }

  @Test("An empty range and one past the end of the text get a caret")
  func emptyRanges() {
    let source = SourceText(name: "a.edit", "clip:\n")
    let report = TerminalReport(useColor: false)
    let atColon = report.text(for: Diagnostic(.missingKey, "m", at: SourceRange(5, 5)), in: source)
    #expect(atColon.hasSuffix("    1 | clip:\n      |      ^\n"))
    let beyond = report.text(for: Diagnostic(.missingKey, "m", at: SourceRange(90, 99)), in: source)
    #expect(beyond == "a.edit:2:1: error: m [missing-key]\n    2 | \n      | ^\n")
  }

  @Test("Carriage returns at line ends are not shown")
  func carriageReturns() {
    #expect(report("a: beech\r\nb: 1\r\n", guilty: "beech").contains("a: beech\n      |    ^~~~~\n"))
  }

  @Test("Control and direction characters of the author never reach the terminal")
  func controlCharacters() {
    let source = SourceText(name: "a\u{1B}[2J.edit", "clip: \u{1B}[31mx\u{202E}y\u{7}\n")
    let finding = Diagnostic(
      .unknownKey, "bad \u{1B}]0;title\u{7}\n", at: SourceRange(6, 7), hint: "a\u{9B}b",
      fixes: [.init("f\r", [TextEdit(range: SourceRange(6, 7), replacement: "\u{8}")], isSafe: true)])
    let text = TerminalReport(useColor: false).text(for: finding, in: source)
    let raw = text.unicodeScalars.filter {
      $0 != "\n"
        && ($0.value < 32 || (0x7F...0x9F).contains($0.value) || (0x202A...0x202E).contains($0.value))
    }
    #expect(raw.isEmpty)
    #expect(text.contains("    1 | clip: <U+001B>[31mx<U+202E>y<U+0007>\n      |       ^~~~~~~~\n"))
    #expect(text.contains("`<U+001B>` becomes `<U+0008>`"))
  }

  @Test("A stray joiner is shown by name, one inside an emoji is left alone")
  func joiners() {
    #expect(report("be\u{200D}ach", guilty: "\u{200D}").contains("| be<U+200D>ach\n      |   ^~~~~~~~\n"))
    #expect(report("👩‍👧 beech", guilty: "beech").contains("| 👩‍👧 beech\n"))
    #expect(report("a\u{E0041} beech", guilty: "beech").contains("| a<U+E0041> beech\n"))
    #expect(report("🏴󠁧󠁢󠁳󠁣󠁴󠁿 beech", guilty: "beech").contains("| 🏴󠁧󠁢󠁳󠁣󠁴󠁿 beech\n      |    ^~~~~\n"))
  }

  @Test("A long line is cut to a window around the caret")
  func longLine() {
    let text = String(repeating: "a", count: 500) + "XYZ" + String(repeating: "b", count: 500)
    let cut = report(text, guilty: "XYZ", width: 30)
    #expect(
      cut == """
        a.edit:1:501: error: no such media [unknown-media]
            1 | …aaaaaaaaaaXYZbbbbbbbbbbbbbbbbb…
              |            ^~~

        """)
    let start = report("XYZ" + String(repeating: "b", count: 500), guilty: "XYZ", width: 30)
    #expect(start.contains("| XYZbbbbbbbbbbbbbbbbbbbbbbbbbbb…\n      | ^~~\n"))
    let end = report(String(repeating: "a", count: 500) + "XYZ", guilty: "XYZ", width: 30)
    #expect(end.contains("| …aaaaaaaaaaaaaaaaaaaaaaaaaaaXYZ\n      |                             ^~~\n"))
  }

  @Test("A range longer than the window is underlined as far as it is shown")
  func longRange() {
    let cut = report(
      String(repeating: "x", count: 9000), guilty: String(repeating: "x", count: 9000), width: 20)
    #expect(
      cut.contains("| \(String(repeating: "x", count: 20))…\n      | ^\(String(repeating: "~", count: 19))\n")
    )
  }

  @Test("Bytes that are not UTF-8 do not shift the caret")
  func invalidBytes() {
    let source = SourceText(name: "a.edit", bytes: [0x61, 0xFF, 0x62, 0x63])
    let finding = Diagnostic(.yamlSyntax, "m", at: SourceRange(2, 4))
    let text = TerminalReport(useColor: false).text(for: finding, in: source)
    #expect(text.hasSuffix("    1 | a\u{FFFD}bc\n      |   ^~\n"))
  }

  @Test("A megabyte on one line is reported quickly, many times")
  func hugeLine() {
    let source = SourceText(name: "a.edit", String(repeating: "ab ", count: 350_000))
    let findings = (0..<20).map {
      Diagnostic(.unknownKey, "m", at: SourceRange($0 * 50_000, $0 * 50_000 + 3))
    }
    let time = processorTime { _ = TerminalReport(useColor: false).text(for: findings, in: source) }
    #expect(time < .seconds(5))
  }

  @Test("Colour is used only when asked for")
  func colour() {
    let finding = Diagnostic(.unknownMedia, "m", at: SourceRange(0, 4))
    let plain = TerminalReport(useColor: false).text(for: [finding], in: script)
    let colored = TerminalReport(useColor: true).text(for: [finding], in: script)
    #expect(!plain.contains("\u{1B}"))
    #expect(colored.contains("\u{1B}[1;31merror:\u{1B}[0m"))
    #expect(colored.contains("\u{1B}[32m^~~~\u{1B}[0m"))
  }

  @Test("Fixes say what they remove, insert and shorten")
  func fixes() {
    let source = SourceText(name: "a.edit", "clip: beach\n")
    let long = String(repeating: "y", count: 80)
    let finding = Diagnostic(
      .unknownKey, "m", at: nil,
      fixes: [
        .init("drop it", [TextEdit(range: SourceRange(4, 6), replacement: "")], isSafe: true),
        .init("add it", [TextEdit(range: SourceRange(6, 6), replacement: long)], isSafe: true),
      ])
    let text = TerminalReport(useColor: false).text(for: finding, in: source)
    #expect(text.contains("fix: drop it (remove `: `)\n"))
    #expect(text.contains("fix: add it (insert `\(String(repeating: "y", count: 60))…` at 1:7)\n"))
  }

  @Test(
    "The summary counts each severity in words",
    arguments: [
      ([], "no findings"), ([.error], "1 error"), ([.error, .error, .warning], "2 errors, 1 warning"),
      ([.warning, .warning], "2 warnings"), ([.note], "1 note"),
    ] as [([Severity], String)])
  func summary(severities: [Severity], expected: String) {
    let findings = severities.map { Diagnostic(.checkFailed, severity: $0, "m", at: nil) }
    #expect(DiagnosticCounts(findings).summary == expected)
  }
}
