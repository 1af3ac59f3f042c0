import Basics
import Processes
import TestSupport
import Testing

/// The reports of `editc lint`, and where they go.
@Suite struct LintReportTests {
  private let place: Workplace

  init() throws {
    let canvas = "canvas: {size: 64x36, rate: 30}\n"
    place = try Workplace()
    try place.write("right.edit", "edit: 1\n\(canvas)timeline: [{color: red, for: 2s}]\n")
    try place.write("wrong.edit", "edit: 1\ntimeline: [{colour: red, for: 2}]\n\(canvas)")
    try place.write(
      "warned.edit", "edit: 1\n\(canvas)media: {a: /a.mp4}\ntimeline: [{color: red, for: 2s}]\n")
  }

  @Test("Several reports come of one run, each where it was sent")
  func several() throws {
    let result = try place.editc(
      "lint", "--format", "sarif", "--output-file", "log.sarif", "--format", "text", "--format", "json",
      "--output-file", "log.json", "wrong.edit", "right.edit", "gone.edit")
    #expect(result.exitCode == 66)
    #expect(result.text.hasSuffix("\n2 errors in 1 of 3 files\n"))
    #expect(result.errorText == "editc: cannot read gone.edit: No such file or directory\n")
    #expect(try SARIFJudge.problems(inLogAt: place.path("log.sarif")) == "")
    let sarif = try JSONValue.parse(String(decoding: place.bytes("log.sarif"), as: UTF8.self))
    let run = sarif["runs"]?.elements?.first
    #expect(run?["results"]?.elements?.count == 2)
    #expect(run?["invocations"]?.elements?.first?["exitCode"] == 66)
    let json = try JSONValue.parse(String(decoding: place.bytes("log.json"), as: UTF8.self))
    #expect(
      json["files"]?.elements?.map { $0["file"]?.stringValue } == ["wrong.edit", "right.edit", "gone.edit"])
    #expect(json["summary"]?["errors"] == 2)
    #expect(try place.leftovers() == [])
  }

  @Test("A film that is empty because its items are below an unknown key is one finding")
  func unknownList() throws {
    try place.write(
      "tracks.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 30}
      tracks:
        - clips:
            - {color: red, for: 2s}

      """)
    let result = try place.editc("lint", "tracks.edit")
    #expect(result.text.hasSuffix("\n1 error\n") && result.text.contains("[unknown-key]"), "\(result.text)")
    try place.write("empty.edit", "edit: 1\ncanvas: {size: 64x36, rate: 30}\n")
    #expect(try place.editc("lint", "empty.edit").text.contains("so there is no film [empty-range]"))
  }

  @Test("All formats but text are printed too when nothing is found")
  func nothingFound() throws {
    #expect(try place.editc("lint", "right.edit").text == "")
    #expect(try place.editc("lint", "--format", "github", "right.edit").text == "")
    let json = try place.editc("lint", "--format", "json", "right.edit")
    #expect(try JSONValue.parse(json.text)["summary"]?["errors"] == 0)
    let sarif = try place.editc("lint", "--format", "sarif", "right.edit")
    #expect(try JSONValue.parse(sarif.text)["version"] == "2.1.0")
  }

  @Test("A report that cannot be written leaves nothing half-done, and fails")
  func notWritable() throws {
    try place.write("folder.sarif/x", "")
    let folder = try place.editc("lint", "--format", "sarif", "--output-file", "folder.sarif", "right.edit")
    #expect(folder.exitCode == 73)
    let nowhere = try place.editc("lint", "--format", "json", "--output-file", "no/log.json", "right.edit")
    #expect(nowhere.exitCode == 73)
    #expect(nowhere.errorText.contains("no/log.json"))
    let script = try place.editc("lint", "--format", "json", "--output-file", "./right.edit", "right.edit")
    #expect(script.exitCode == 2)
    #expect(try place.bytes("right.edit").starts(with: Array("edit: 1".utf8)))
    let page = try place.editc(
      "lint", "--format", "github", "right.edit", environment: ["GITHUB_STEP_SUMMARY": "no/page.md"])
    #expect(page.exitCode == 0)
    #expect(page.errorText.contains("no/page.md"))
    let full = try place.shell("\"$editc\" lint --format json right.edit > /dev/full; echo $?")
    #expect(full.text == "74\n")
    #expect(try place.leftovers() == [])
  }

  @Test("In GitHub Actions the report is made of workflow commands, and the page of the run gets a table")
  func gitHubActions() throws {
    try place.write("summary.md", "before\n")
    let environment = [
      "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": place.path("summary.md"),
      "GITHUB_WORKSPACE": folder(of: place.root),
    ]
    let result = try place.editc("lint", "warned.edit", "wrong.edit", environment: environment)
    #expect(result.exitCode == 1)
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 4 && lines.prefix(2).allSatisfy { $0.hasPrefix("::error file=") })
    let file = lastComponent(of: place.root) + "/wrong.edit"
    #expect(result.text.contains("::error file=\(file),line=2,endLine=2,col=13,endColumn=19,title="))
    let page = String(decoding: try place.bytes("summary.md"), as: UTF8.self)
    #expect(page.hasPrefix("before\n### editc lint: 2 errors, 2 warnings in 2 files\n\n| Place "))
    // A format that is named counts, and brings no table.
    let text = try place.editc("lint", "--format", "text", "wrong.edit", environment: environment)
    #expect(text.text.hasPrefix("wrong.edit:2:13: error: "))
    #expect(String(decoding: try place.bytes("summary.md"), as: UTF8.self) == page)
    let other = try place.editc("lint", "wrong.edit", environment: ["GITHUB_ACTIONS": "false"])
    #expect(other.text == text.text)
  }

  @Test("Text reports list errors first and notes only with -v; what is for programs has them all")
  func notes() throws {
    // Two cuts between frames come before the mistake.
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 25}
      timeline:
        - {color: red, for: 1.01s}
        - {color: green, for: 1.01s}
        - {color: blue, for: 2}

      """)
    let text = try place.editc("lint", "film.edit")
    #expect(text.exitCode == 1)
    #expect(text.text.hasPrefix("film.edit:6:24: error: "))
    #expect(text.text.hasSuffix("\n\n1 error, 2 notes; -v shows the notes\n"))
    #expect(!text.text.contains("off-frame-grid"))
    for word in ["-v", "--verbose"] {
      let all = try place.editc("lint", word, "film.edit")
      #expect(all.text.hasPrefix("film.edit:6:24: error: "))
      #expect(all.text.contains("\nfilm.edit:4:23: note: "))
      #expect(all.text.hasSuffix("\n1 error, 2 notes\n"))
    }
    for format in ["json", "sarif", "github"] {
      let report = try place.editc("lint", "--format", format, "film.edit").text
      #expect(report.contains("off-frame-grid"), "\(format)")
    }
    // What is asked for is shown.
    for words in [["--deny", "notes"], ["--rule", "off-frame-grid"]] {
      let asked = try run(
        [editcPath, "lint", "film.edit"] + words, in: place.root, environment: place.environment)
      #expect(asked.text.contains("[off-frame-grid]"), "\(words)")
    }
    for command in ["render", "plan"] {
      let short = try place.editc(command, "film.edit").errorText
      #expect(short.hasPrefix("film.edit:6:24: error: "))
      #expect(short.hasSuffix("\n1 error, 2 notes; -v shows the notes\n"), "\(command): \(short)")
      #expect(try place.editc(command, "-v", "film.edit").errorText.contains("[off-frame-grid]"))
    }
    let other = try place.editc("frame", "film.edit", "--at", "0s", "-o", "a.png").errorText
    #expect(other.hasSuffix("\n1 error, 2 notes; `editc lint -v film.edit` shows the notes\n"), "\(other)")
    let events = try place.editc("render", "film.edit", "--progress", "json").errorText
    #expect(events.split(separator: "\n").count { $0.contains("off-frame-grid") } == 2)
    // A good script says only that there are some.
    try place.write(
      "good.edit", "edit: 1\ncanvas: {size: 64x36, rate: 25}\ntimeline: [{color: red, for: 1.01s}]\n")
    #expect(try place.editc("lint", "good.edit").text == "1 note; -v shows it\n")
  }

  @Test("Warnings fail a script only where that is asked for")
  func deny() throws {
    #expect(try place.editc("lint", "warned.edit").exitCode == 0)
    #expect(try place.editc("lint", "--deny", "warnings", "warned.edit").exitCode == 1)
    #expect(try place.editc("lint", "--deny", "notes", "warned.edit").exitCode == 1)
    try place.write("open.edit", "edit: 1\ntimeline: [{clip: a.mp4}]\n")
    #expect(try place.editc("lint", "--no-media", "--deny", "warnings", "open.edit").exitCode == 0)
    #expect(try place.editc("lint", "--no-media", "--deny", "notes", "open.edit").exitCode == 1)
  }

  @Test("What is allowed is allowed for every command alike, and an error for none")
  func suppressions() throws {
    let allowed =
      "edit: 1\nmedia: {a: /a.mp4} # editc: allow unused-media, absolute-path\n"
      + "canvas: {size: 64x36, rate: 30}\ntimeline: [{color: red, for: 2s}]\noutputs: [{file: a.mp4}]\n"
    try place.write("allowed.edit", allowed)
    for command in [["lint", "--deny", "notes"], ["plan"], ["render"]] {
      let result = try run(
        [editcPath] + command + ["allowed.edit"], in: place.root, environment: place.environment)
      #expect(result.exitCode == 0, "\(command)")
      #expect(!(result.text + result.errorText).contains("warning"), "\(command)")
    }
    try place.write("error.edit", allowed.replacing("for: 2s}]", with: "for: 2}] # editc: allow bare-number"))
    for command in ["lint", "plan", "render"] {
      let result = try place.editc(command, "error.edit")
      #expect(result.exitCode == 1, "\(command)")
      #expect((result.text + result.errorText).contains("errors cannot be suppressed"), "\(command)")
    }
  }

  @Test("A text that cannot be read fails whatever rules are asked for, and hidden errors are counted")
  func filters() throws {
    try place.write("broken.edit", "edit: [1\n")
    #expect(try place.editc("lint", "--rule", "no-sound", "broken.edit").exitCode == 1)
    #expect(try place.editc("lint", "--skip-rule", "yaml-syntax", "broken.edit").exitCode == 1)
    let hidden = try place.editc("lint", "--rule", "no-sound", "wrong.edit")
    #expect(hidden.exitCode == 0)
    #expect(hidden.text == "")
    #expect(hidden.errorText == "editc: 2 errors are hidden by --rule or --skip-rule\n")
    let open = try place.editc(
      "lint", "-v", "--no-media", "--rule", "no-sound", "-", input: "edit: 1\ntimeline: [{clip: a.mp4}]\n")
    #expect(open.text.contains("[media-not-checked]"), "What was not checked did not pass")
  }
}
