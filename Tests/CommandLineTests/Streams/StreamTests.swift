import Basics
import Processes
import TestSupport
import Testing

/// Data on standard output, everything else on standard error, and both as programs expect them.
@Suite struct StreamTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("film.edit", variedScript())
    try place.write(
      "short.edit",
      "edit: 1\ncanvas: {size: 160x90, rate: 30}\ntimeline: [{clip: \(Footage.counter), take: ..1s}]\n"
        + "outputs: [{file: film.mp4}]\n")
    try place.write("wrong.edit", "edit: 1\ntimelin: []\n")
  }

  private func lines(_ text: String) throws -> [JSONValue] {
    try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      try #require(try? JSONValue.parse(String(line)), "\(line)")
    }
  }

  @Test("Progress for programs is an object a line that ends with the whole film")
  func progress() throws {
    let result = try place.editc("render", "film.edit", "--progress", "json")
    #expect(result.exitCode == 0)
    #expect(result.output == [])
    let all = try lines(result.errorText)
    // What was found comes first, notes too.
    let findings = all.prefix { $0["event"]?.stringValue == "finding" }
    #expect(findings.allSatisfy { $0["severity"]?.stringValue == "note" })
    let events = all.dropFirst(findings.count)
    #expect(events.dropLast().allSatisfy { $0["event"]?.stringValue == "progress" })
    let fractions = events.compactMap { $0["fraction"]?.numberValue }
    #expect(fractions.count == events.count)
    #expect(fractions == fractions.sorted())
    #expect(fractions.first == 0)
    #expect(events.last?["event"]?.stringValue == "finished")
    #expect(events.last?["fraction"]?.numberValue == 1)
    #expect(events.last?["frames"]?.integerValue == 525)
  }

  @Test("Progress for programs ends with an error where there is no film")
  func progressOfFailures() throws {
    try place.write("there.mp4", "old")
    let cases: [(arguments: [String], code: Int64)] = [
      (["wrong.edit"], 1), (["nowhere.edit"], 66), (["film.edit", "-o", "there.mp4"], 73),
      (["film.edit", "--range", "40s..50s"], 2),
    ]
    for (arguments, code) in cases {
      let result = try run(
        [editcPath, "render", "--progress", "json"] + arguments, in: place.root,
        environment: place.environment)
      #expect(Int64(result.exitCode) == code)
      let last = try #require(try lines(result.errorText).last, "\(arguments)")
      #expect(last["event"]?.stringValue == "error", "\(arguments)")
      #expect(last["exitCode"]?.integerValue == code, "\(arguments)")
      #expect(last["message"]?.stringValue?.isEmpty == false)
    }
  }

  @Test("An interrupted render says so to programs")
  func progressOfInterrupt() throws {
    try place.write("slow.edit", slowScript())
    let result = try place.shell(sending: "TERM", to: "render slow.edit")
    #expect(result.text == "143\n")
    let last = try #require(try lines(String(decoding: place.bytes("words"), as: UTF8.self)).last)
    #expect(last["event"]?.stringValue == "error")
    #expect(last["exitCode"]?.integerValue == 143)
  }

  @Test("JSON can be read whatever files are called")
  func json() throws {
    let name = "a\u{1B}[31m\"b\\\u{7F}\u{202E}.mp4"
    #expect(try run(["cp", place.path(Footage.counter), place.path(name)]).exitCode == 0)
    let probe = try place.editc("probe", "--json", name, "nowhere.mp4", "film.edit")
    #expect(probe.exitCode == 66)
    let files = try #require(try JSONValue.parse(probe.text)["files"]?.elements)
    #expect(files.map { $0["path"]?.stringValue } == [name, "nowhere.mp4", "film.edit"])
    #expect(files.map { $0["error"] == nil } == [true, false, false])
    let plan = try place.editc("plan", "--json", "film.edit")
    #expect(try JSONValue.parse(plan.text)["outputs"]?.elements?.count == 1)
  }

  @Test("Names of files cannot steer a terminal")
  func controlCharacters() throws {
    let name = "a\u{1B}[31mb\r\u{202E}.mp4"
    #expect(try run(["cp", place.path(Footage.counter), place.path(name)]).exitCode == 0)
    for arguments in [
      ["probe", name], ["probe", "not\(name)"], ["lint", name + ".edit"],
      ["render", "film.edit", "-o", name],
      ["frame", name, "--at", "9s", "-o", "x.png"], ["frame", "film.edit", "--at", "0s", "-o", name + "x"],
      ["render", "film.edit", "--\u{1B}x"],
    ] {
      let result = try run([editcPath] + arguments, in: place.root, environment: place.environment)
      let text = result.text + result.errorText
      let strange = text.unicodeScalars.filter { $0 == "\u{1B}" || $0 == "\r" || $0 == "\u{202E}" }
      #expect(strange.isEmpty, "\(arguments)")
    }
  }

  @Test("There is no colour and no bar without a terminal")
  func noColour() throws {
    for environment in [["TERM": "xterm-256color"], ["NO_COLOR": "1", "TERM": "xterm"]] {
      let lint = try place.editc("lint", "wrong.edit", environment: environment)
      #expect(lint.exitCode == 1)
      #expect(lint.text.contains("timelin"))
      #expect(!lint.text.contains("\u{1B}"))
      let render = try place.editc("render", "short.edit", "--force", environment: environment)
      #expect(render.text == "")
      // A line for the film, and nothing that moves.
      #expect(render.errorText.hasPrefix("film.mp4: 30 frames, 1s"))
      #expect(render.errorText.filter { $0 == "\n" }.count == 1)
      #expect(!render.errorText.contains("\u{1B}") && !render.errorText.contains("\r"))
    }
  }

  @Test("A reader that goes away ends the command as it ends others")
  func brokenPipe() throws {
    for command in ["plan film.edit", "probe \(Footage.counter)", "--help", "lint wrong.edit"] {
      let result = try place.shell("\"$editc\" \(command) | true; echo ${PIPESTATUS[0]}")
      // The pipe may take the text before `true` is gone.
      #expect(["141\n", "0\n", "1\n"].contains(result.text), "\(command): \(result.text)")
      let closed = try place.shell("(sleep 0.3; exec \"$editc\" \(command)) | true; echo ${PIPESTATUS[0]}")
      #expect(closed.text == "141\n", "\(command)")
      #expect(closed.errorText == "", "\(command)")
    }
  }

  @Test("Where nothing can be written, the command fails and says so")
  func fullOutput() throws {
    let full = try place.shell("\"$editc\" plan film.edit > /dev/full; echo $?")
    #expect(full.text == "74\n")
    #expect(full.errorText == "editc: cannot write <stdout>: No space left on device\n")
    let closed = try place.shell("\"$editc\" plan film.edit >&-; echo $?")
    #expect(closed.text == "74\n")
  }

  @Test("Closed standard descriptors do no harm to a film")
  func closedDescriptors() throws {
    let result = try place.shell("\"$editc\" render short.edit <&- >&- 2>&-; echo $?")
    #expect(result.text == "0\n")
    let usual = try place.editc("render", "short.edit", "--no-cache", "-o", "other.mp4")
    #expect(usual.exitCode == 0)
    #expect(try place.digest("film.mp4") == place.digest("other.mp4"))
  }

  @Test("A script can come from standard input, with paths that count from here")
  func standardInput() throws {
    let result = try place.editc("lint", "-", input: "edit: 1\ntimeline: [{clip: nowhere.mp4}]\n")
    #expect(result.exitCode == 1)
    #expect(result.text.contains("<stdin>:2:"))
    let closed = try place.shell("\"$editc\" lint - <&-; echo $?")
    #expect(closed.text == "66\n" || closed.text == "74\n", "\(closed.text)")
    let empty = try place.editc("lint", "-")
    #expect(empty.exitCode == 1)
  }

  @Test("Lint looks at every script and tells the worst of them")
  func manyScripts() throws {
    let both = try place.editc("lint", "film.edit", "wrong.edit")
    #expect(both.exitCode == 1)
    #expect(both.text.contains("wrong.edit:2"))
    let missing = try place.editc("lint", "nowhere.edit", "wrong.edit", "film.edit")
    #expect(missing.exitCode == 66)
    #expect(missing.text.contains("wrong.edit:2"))
    #expect(missing.errorText.contains("nowhere.edit"))
    #expect(try place.editc("lint", "film.edit", "film.edit").exitCode == 0)
    #expect(try place.editc("lint").exitCode == 1)
    #expect(try place.editc("lint", "-", "-").exitCode == 2)
  }
}
