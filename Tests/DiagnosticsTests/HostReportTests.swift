import Basics
import Diagnostics
import TestSupport
import Testing

private let oddSize = DiagnosticID(
  "odd-size", .error, "The size needs even numbers", explanation: "With {braces}.", needsMedia: false,
  examples: [])
private let offFrameGrid = DiagnosticID(
  "off-frame-grid", .note, "The time is between two frames", explanation: "It moved.",
  needsMedia: false,
  examples: [])
private let rules: [DiagnosticID] = [.noSound, .bareNumber, .missingKey, oddSize, offFrameGrid]

/// Reports for code hosts, of findings that hold whatever can break them.
@Suite struct HostReportTests {
  private let paths = ReportPaths(workingFolder: "/home/ada/films/one", root: "/home/ada/films")

  /// `😀` is one code point, four bytes and two UTF-16 units.
  private let source = SourceText(name: "a b,c:d%.edit", "😀: {x}\nfor: 5\nlast\n")

  private var findings: [Diagnostic] {
    [
      Diagnostic(
        .noSound, "100 %, [a](b) and {0}\n::error::no", at: SourceRange(6, 9), hint: "write | <b>`5s`</b>"),
      Diagnostic(
        .bareNumber, "`5` has no unit", at: SourceRange(15, 16),
        notes: [.init("the key {", at: SourceRange(10, 13)), .init("nowhere", at: nil)],
        fixes: [
          .init("write `5s`", [TextEdit(range: SourceRange(15, 16), replacement: "{5s}")], isSafe: true),
          .init("remove it", [TextEdit(range: SourceRange(10, 17), replacement: "")], isSafe: false),
          .init("say nothing", [], isSafe: false),
        ]),
      Diagnostic(.missingKey, "over two lines", at: SourceRange(10, 20)),
      Diagnostic(offFrameGrid, "about no place", at: nil),
    ]
  }

  private var files: [CheckedFile] {
    [
      CheckedFile(source, findings), CheckedFile(SourceText(name: "<stdin>", ""), []),
      CheckedFile(
        SourceText(name: "../../elsewhere.edit", "a"), [Diagnostic(oddSize, "m", at: SourceRange(0, 1))]),
      CheckedFile(unreadable: "gone.edit", reason: "cannot read gone.edit: No such file or directory"),
    ]
  }

  @Test("SARIF is what the official schema asks for, whatever the findings say")
  func schema() throws {
    let scratch = try TemporaryFolder()
    let log = SARIFReport(version: "0.1.0", paths: paths, rules: rules).value(for: files, exitCode: 66)
    #expect(try SARIFJudge.problems(inLogAt: scratch.write("log.sarif", log.indentedText)) == "")
    let empty = SARIFReport(version: "0.1.0", paths: paths, rules: rules).value(for: [], exitCode: 0)
    #expect(try SARIFJudge.problems(inLogAt: scratch.write("empty.sarif", empty.indentedText)) == "")
  }

  @Test("SARIF results say the place in code points, notes and repairs")
  func results() throws {
    let log = SARIFReport(version: "0.1.0", paths: paths, rules: rules).value(for: files, exitCode: 66)
    let run = try #require(log["runs"]?.elements?.first)
    let results = try #require(run["results"]?.elements)
    #expect(
      results.compactMap { $0["level"]?.stringValue } == ["warning", "error", "error", "note", "error"])
    #expect(results[0]["message"]?["text"]?.stringValue?.hasPrefix("100 %, [a](b) and {{0}}") == true)
    let place = results[0]["locations"]?.elements?.first?["physicalLocation"]
    #expect(
      place?["artifactLocation"]?.compactText
        == #"{"uri":"one/a%20b%2Cc%3Ad%25.edit","uriBaseId":"%SRCROOT%","index":0}"#)
    #expect(
      place?["region"]?.compactText == #"{"startLine":1,"startColumn":4,"endLine":1,"endColumn":7}"#)
    #expect(
      results[1]["fixes"]?.elements?.count == 2, "A repair without edits is no fix in the format's sense")
    #expect(
      results[1]["fixes"]?.elements?.first?["artifactChanges"]?.elements?.first?["replacements"]?.compactText
        == #"[{"deletedRegion":{"startLine":2,"startColumn":6,"endLine":2,"endColumn":7},"#
        + #""insertedContent":{"text":"{5s}"}}]"#)
    #expect(results[1]["relatedLocations"]?.elements?.count == 2)
    #expect(results[3]["locations"]?.elements?.first?["physicalLocation"]?["region"] == nil)
    #expect(
      results[4]["locations"]?.elements?.first?["physicalLocation"]?["artifactLocation"]?["uri"]
        == "file:///home/ada/elsewhere.edit")
    #expect(run["invocations"]?.elements?.first?["executionSuccessful"] == false)
  }

  @Test("A finding keeps its fingerprint when lines move, and two alike have two")
  func fingerprints() throws {
    func prints(_ text: String) throws -> [String] {
      let source = SourceText(name: "a.edit", text)
      let findings = source.text.utf8.enumerated().filter { $1 == UInt8(ascii: "!") }
        .map { Diagnostic(oddSize, "m", at: SourceRange($0.offset, $0.offset + 1)) }
      let log = SARIFReport(version: "0.1.0", paths: paths, rules: rules).value(
        for: [CheckedFile(source, findings)], exitCode: 1)
      let results = try #require(log["runs"]?.elements?.first?["results"]?.elements)
      return results.compactMap { $0["partialFingerprints"]?["lineAndRule/v1"]?.stringValue }
    }
    let two = try prints("a: !\nb: !\n")
    #expect(Set(two).count == 2)
    #expect(try prints("new\n\n  a:   !\nb: !\n") == two)
    #expect(Set(try prints("a: !\na: !\n")).count == 2)
  }

  @Test("Workflow commands stay one line each, the worst first, and read back as they were meant")
  func workflowCommands() throws {
    let text = GitHubReport(paths: paths).text(for: files)
    // The runner's own reading: the first `::`, the properties, the next `::`, then what is escaped.
    let program = """
      import sys
      for line in sys.stdin.read().split("\\n")[:-1]:
          assert line.startswith("::"), line
          head, message = line[2:].split("::", 1)
          name, _, rest = head.partition(" ")
          properties = dict(part.split("=", 1) for part in rest.split(","))
          back = lambda text: text.replace("%0D", "\\r").replace("%0A", "\\n").replace("%25", "%")
          full = lambda text: back(text.replace("%3A", ":").replace("%2C", ","))
          print(name, [(key, full(value)) for key, value in properties.items()], repr(back(message)))
      """
    let result = try run(["/usr/bin/python3", "-c", program], input: Array(text.utf8))
    #expect(
      result.text == """
        error [('file', 'one/a b,c:d%.edit'), ('line', '2'), ('endLine', '2'), ('col', '6'), ('endColumn', '7'), ('title', 'A number without a unit')] 'a b,c:d%.edit:2:6: `5` has no unit [bare-number]\\nfix: write `5s`\\nfix: remove it\\nfix: say nothing'
        error [('file', 'one/a b,c:d%.edit'), ('line', '2'), ('endLine', '3'), ('title', 'A required key is missing')] 'a b,c:d%.edit:2:1: over two lines [missing-key]'
        error [('file', '/home/ada/elsewhere.edit'), ('line', '1'), ('endLine', '1'), ('col', '1'), ('endColumn', '2'), ('title', 'The size needs even numbers')] '../../elsewhere.edit:1:1: m [odd-size]'
        error [('file', 'one/gone.edit'), ('title', 'Cannot be read')] 'cannot read gone.edit: No such file or directory'
        warning [('file', 'one/a b,c:d%.edit'), ('line', '1'), ('endLine', '1'), ('col', '4'), ('endColumn', '7'), ('title', 'The media has no sound')] 'a b,c:d%.edit:1:4: 100 %, [a](b) and {0}<U+000A>::error::no [no-sound]\\nhint: write | <b>`5s`</b>'
        notice [('file', 'one/a b,c:d%.edit'), ('title', 'The time is between two frames')] 'a b,c:d%.edit: about no place [off-frame-grid]'

        """, "\(result.errorText)")
  }

  @Test("The summary is a table that nothing in a script can break")
  func summary() {
    let text = MarkdownSummary(paths: paths).text(for: files)
    #expect(text.hasPrefix("### editc lint: 3 errors, 1 warning, 1 note in 4 files\n\n"))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count == 8)
    #expect(rows.allSatisfy { $0.split(separator: "|").count == 3 })
    #expect(!text.contains("<b>") && !text.contains("](b)"))
    #expect(MarkdownSummary(paths: paths).text(for: []) == "### editc lint: no findings in 0 files\n\n")
  }

  @Test("A long summary ends where nobody would read on")
  func longSummary() {
    let many = (0..<1000).map { Diagnostic(oddSize, "m \($0)", at: nil) }
    let text = MarkdownSummary(paths: paths).text(for: [CheckedFile(source, many)])
    #expect(text.split(separator: "\n").count { $0.hasPrefix("|") } == 202)
    #expect(text.contains("... and 800 more."))
  }

  @Test(
    "Paths count from the root of the checkout",
    arguments: [
      ("film.edit", "one/film.edit"), ("./deep/../film.edit", "one/film.edit"), ("../two.edit", "two.edit"),
      ("/home/ada/films/x.edit", "x.edit"), ("../../x.edit", nil), ("/home/ada/filmsandmore/x.edit", nil),
      ("../../../../../../x.edit", nil),
    ])
  func relativePaths(name: String, expected: String?) {
    #expect(paths.relative(name) == expected)
  }

  @Test("A root that does not hold the working folder is none")
  func otherRoot() {
    #expect(ReportPaths(workingFolder: "/a/b", root: "/c").relative("x.edit") == "x.edit")
    #expect(ReportPaths(workingFolder: "/a/b").relative("x.edit") == "x.edit")
  }

  @Test("Several files are one JSON document")
  func oneDocument() throws {
    let document = JSONReport().value(for: files)
    #expect(document["files"]?.elements?.count == 4)
    #expect(
      document["files"]?.elements?.last?.compactText
        == #"{"file":"gone.edit","error":"cannot read gone.edit: No such file or directory"}"#)
    #expect(document["summary"]?.compactText == #"{"errors":3,"warnings":1,"notes":1}"#)
    let fixed = JSONReport().value(for: [CheckedFile(SourceText(name: "a", ""), [], fixed: 2)])
    #expect(fixed["files"]?.elements?.first?["fixed"] == 2)
  }
}
