import Basics
import Diagnostics
import Testing

private let note = DiagnosticID(
  "off-frame-grid", .note, "The time is between two frames", explanation: "", needsMedia: false, examples: [])
private let warning = DiagnosticID(
  "upscaled", .warning, "Enlarged", explanation: "", needsMedia: false, examples: [])
private let error = DiagnosticID(
  "bare-number", .error, "No unit", explanation: "", needsMedia: false, examples: [])

/// A line for each finding: `line 7`.
private let source = SourceText(name: "a.edit", (1...300).map { "line \($0)\n" }.joined())

private func finding(_ id: DiagnosticID, _ message: String, line: Int) -> Diagnostic {
  Diagnostic(id, message, at: source.rangeOfLine(line))
}

private func headlines(_ findings: [Diagnostic], atLeast least: Severity = .note) -> [String] {
  let text = TerminalReport(useColor: false).text(
    for: findings, atLeast: least, in: source, othersBy: "-v shows")
  return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix(" ") }
}

@Suite struct OrderedFindingsTests {
  @Test("Errors come first, then warnings, then notes, each in the order of the text")
  func order() {
    let findings = [
      finding(note, "n1", line: 1), finding(warning, "w2", line: 2), finding(error, "e3", line: 3),
      finding(note, "n4", line: 4), finding(error, "e5", line: 5), finding(warning, "w6", line: 6),
    ]
    #expect(
      headlines(findings) == [
        "a.edit:3:1: error: e3 [bare-number]", "a.edit:5:1: error: e5 [bare-number]",
        "a.edit:2:1: warning: w2 [upscaled]", "a.edit:6:1: warning: w6 [upscaled]",
        "a.edit:1:1: note: n1 [off-frame-grid]", "a.edit:4:1: note: n4 [off-frame-grid]",
        "2 errors, 2 warnings, 2 notes",
      ])
  }

  @Test("What is not shown is counted in the last line, with the way to see it")
  func hidden() {
    let (n, w, e) = (
      finding(note, "n", line: 1), finding(warning, "w", line: 2), finding(error, "e", line: 3)
    )
    #expect(headlines([n, w, e], atLeast: .warning).last == "1 error, 1 warning, 1 note; -v shows the note")
    #expect(headlines([n, n, w], atLeast: .warning).last == "1 warning, 2 notes; -v shows the notes")
    #expect(headlines([n, w, e], atLeast: .error).last == "1 error, 1 warning, 1 note; -v shows the others")
    #expect(headlines([n, n, n], atLeast: .warning) == [], "Nothing is shown")
    #expect(DiagnosticCounts([n, n, n]).summary(shownFrom: .warning, "-v shows") == "3 notes; -v shows them")
    #expect(DiagnosticCounts([n]).summary(shownFrom: .warning, "-v shows") == "1 note; -v shows it")
  }

  @Test("Of many equal findings the first are listed, and the others counted with their lines")
  func many() {
    let cuts = (1...202).map { finding(note, "'clip \($0)' is at \($0).5s", line: $0) }
    #expect(
      headlines(cuts) == [
        "a.edit:1:1: note: 'clip 1' is at 1.5s [off-frame-grid]",
        "a.edit:2:1: note: 'clip 2' is at 2.5s [off-frame-grid]",
        "a.edit:3:1: note: 'clip 3' is at 3.5s [off-frame-grid]",
        "a.edit:4:1: note: 199 more like this, on lines 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and 187 others"
          + " [off-frame-grid]",
        "202 notes",
      ])
    #expect(headlines(Array(cuts.prefix(5))).count == 6, "A few are all listed")
    #expect(
      headlines(Array(cuts.prefix(6)))[3]
        == "a.edit:4:1: note: 3 more like this, on lines 4, 5 and 6 [off-frame-grid]")
  }

  @Test("Errors are the same only if nothing but numbers is different, and twenty of them are listed")
  func errors() {
    let names = (1...30).map {
      finding(error, "there is no '\(String(repeating: "x", count: $0))'", line: $0)
    }
    #expect(headlines(names).count == 31)
    let numbers = (1...30).map { finding(error, "`\($0).5` has no unit", line: $0) }
    #expect(headlines(Array(numbers.prefix(20))).count == 21)
    #expect(headlines(numbers).count == 12)
    #expect(headlines(numbers)[10].contains("error: 20 more like this, on lines 11, 12, "))
  }

  @Test("Findings of one rule with other words, and an apostrophe in a word, stay apart")
  func words() {
    let kinds =
      (1...4).map { finding(warning, "the script's film is long", line: $0) }
      + (5...8).map { finding(warning, "the script's film is short", line: $0) }
    #expect(headlines(kinds).count == 9)
  }
}
