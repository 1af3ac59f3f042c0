import Basics
import Compiler
import Processes
import TestSupport
import Testing

/// `editc detect --into` on a film and a sound that are made here.
@Suite struct DetectIntoTests {
  private let place: Workplace

  init() throws { place = try Workplace(isBare: true) }

  private func text(_ file: String) throws -> String {
    String(decoding: try place.bytes(file), as: UTF8.self)
  }

  /// A script and its base.
  private func files(_ script: String) throws -> [String] {
    [try text(script), try text(script + ".detected")]
  }

  @discardableResult
  private func into(_ arguments: String..., code: Int32 = 0) throws -> ProgramResult {
    let result = try run(
      [editcPath, "detect"] + arguments, in: place.root, environment: place.environment)
    #expect(result.exitCode == code, "\(result.errorText)")
    return result
  }

  /// Speech from 0.5 to 2.25, 3 to 4.1, 5 to 6 and 7.5 to 9 seconds.
  private func makeTalk(_ spans: [(Double, Double)] = [(0.5, 2.25), (3, 4.1), (5, 6), (7.5, 9)]) throws {
    try place.makeSpeech(
      "talk.wav", spans.map { Int($0.0 * 48000)..<Int($0.1 * 48000) }, count: 480_000, rate: 48000)
  }

  @Test("A script is written, edited by hand, and brought up to date; twice is once")
  func again() throws {
    try makeTalk()
    #expect(try into("talk.wav", "--find", "silence", "--into", "cut/talk.edit").text == "")
    let first = try text("cut/talk.edit")
    let base = try text("cut/talk.edit.detected")
    #expect(first.split(separator: "take: ").count == 5, "\(first)")
    #expect(
      base.hasPrefix("editc detected 1\n")
        && base.contains("\"../talk.wav\" takes of silence, min 0.4s, before 0.12s, after 0.1s\n"), "\(base)")
    // It is the script of --output.
    try place.editc("detect", "talk.wav", "--find", "silence", "--as", "takes", "-o", "cut/other.edit")
      .check()
    #expect(try text("cut/other.edit").replacing("other", with: "talk") == first)
    let nothing = try into("talk.wav", "--find", "silence", "--into", "cut/talk.edit")
    #expect(nothing.errorText.contains("editc: cut/talk.edit: nothing to change\n"), "\(nothing.errorText)")
    #expect(try files("cut/talk.edit") == [first, base])

    // One is deleted, one has a name, and the speaker says more in another recording.
    var lines = first.lines
    let takes = lines.indices.filter { lines[$0].contains("take: ") }
    lines[takes[2]] = lines[takes[2]].replacing("}", with: ", volume: -3dB}  # quiet")
    lines.remove(at: takes[1])
    let edited = lines.joined(separator: "\n")
    try place.write("cut/talk.edit", edited)
    try into("talk.wav", "--find", "silence", "--into", "cut/talk.edit")
    #expect(try text("cut/talk.edit") == edited)
    #expect(try text("cut/talk.edit.detected").split(separator: "\n").count { $0.hasSuffix(" dropped") } == 1)
    try makeTalk([(0.5, 2.25), (3, 4.1), (7.5, 8.5), (9.3, 9.8)])
    let preview = try into("talk.wav", "--find", "silence", "--into", "cut/talk.edit", "--dry-run")
    #expect(preview.text.hasPrefix("--- a/cut/talk.edit\n+++ b/cut/talk.edit\n"), "\(preview.text)")
    #expect(try text("cut/talk.edit") == edited)
    let result = try into("talk.wav", "--find", "silence", "--into", "cut/talk.edit")
    #expect(result.errorText.contains("../talk.wav has changed since the last run"), "\(result.errorText)")
    let merged = try text("cut/talk.edit")
    let line = try #require(merged.lines.firstIndex { $0.contains("# quiet") }) + 1
    #expect(
      result.errorText.contains("cut/talk.edit:\(line): this take is no longer found"), "\(result.errorText)")
    #expect(result.errorText.contains("cut/talk.edit: 1 added, 1 moved\n"), "\(result.errorText)")
    #expect(merged.split(separator: "take: ").count == 5, "\(merged)")
    let once = try files("cut/talk.edit")
    try into("talk.wav", "--find", "silence", "--into", "cut/talk.edit")
    #expect(try files("cut/talk.edit") == once)
  }

  @Test("Options of the last run count, others move what was not edited")
  func options() throws {
    try makeTalk()
    try into("talk.wav", "--find", "silence", "--into", "t.edit", "--before", "0.2s", "--range", "0s..7s")
    let first = try text("t.edit")
    try into("talk.wav", "--find", "silence", "--into", "t.edit")
    #expect(try text("t.edit") == first)
    #expect(try text("t.edit.detected").contains("before 0.2s, after 0.1s, range 0s..7s\n"))
    let narrow = try into("talk.wav", "--find", "silence", "--into", "t.edit", "--before", "0.19s")
    #expect(narrow.errorText.contains("t.edit: 3 moved\n"), "\(narrow.errorText)")
    let whole = try into("talk.wav", "--find", "silence", "--into", "t.edit", "--range", "all")
    #expect(whole.errorText.contains("t.edit: 1 added\n"), "\(whole.errorText)")
    #expect(try text("t.edit.detected").contains("before 0.19s, after 0.1s\n"))
  }

  @Test("Settings count where no option does")
  func settings() throws {
    try makeTalk()
    try place.write("cut/editc.yaml", "settings: 1\ndetect: {min: 0.8s, before: 0.2s, after: 0.3s}\n")
    try into("talk.wav", "--find", "silence", "--into", "cut/t.edit", "--after", "0.1s")
    #expect(try text("cut/t.edit.detected").contains("silence, min 0.8s, before 0.2s, after 0.1s\n"))
    try into("talk.wav", "--find", "silence", "--into", "t.edit")
    #expect(try text("t.edit.detected").contains("silence, min 0.4s, before 0.12s, after 0.1s\n"))
    try into("talk.wav", "--find", "silence", "--into", "cut/n.edit", "--no-settings")
    #expect(try text("cut/n.edit.detected").contains("silence, min 0.4s, before 0.12s, after 0.1s\n"))
    try place.write("cut/editc.yaml", "settings: 1\ndetect: {min: 3f}\n")
    let wrong = try into("talk.wav", "--find", "silence", "--into", "cut/t.edit", code: 65)
    #expect(wrong.errorText.contains("editc.yaml:2:15: error"), "\(wrong.errorText)")
  }

  @Test("Shots and markers are merged into a film with other media")
  func film() throws {
    try place.makeShots("a.mp4", cuts: [20, 60], frames: 90, rate: "25")
    try place.makeShots("b.mp4", cuts: [30], frames: 60, rate: "25")
    try place.write(
      "film.edit", "edit: 1\ntimeline:\n  - {clip: b.mp4}   # first\noutputs: [{file: out/film.mp4}]\n")
    try into("a.mp4", "--find", "cuts", "--as", "takes", "--into", "film.edit")
    #expect(
      try text("film.edit")
        == "edit: 1\nmedia:\n  a: a.mp4\ntimeline:\n  - {clip: b.mp4}   # first\n  - {clip: a, take: 0s..0.8s}\n  - {clip: a, take: 0.8s..2.4s}\n  - {clip: a, take: 2.4s..3.6s}\noutputs: [{file: out/film.mp4}]\n"
    )
    // A marker is where the film shows the cut.
    try into("a.mp4", "--find", "cuts", "--as", "markers", "--into", "film.edit")
    #expect(
      try text("film.edit").contains("markers:\n  cut-001: 3.2s\n  cut-002: 4.8s\ntimeline:\n"))
    let once = try files("film.edit")
    try into("a.mp4", "--find", "cuts", "--as", "markers", "--into", "film.edit")
    try into("a.mp4", "--find", "cuts", "--as", "takes", "--into", "film.edit")
    #expect(try files("film.edit") == once)
    let lint = try place.editc("lint", "film.edit")
    #expect(lint.exitCode == 0, "\(lint.text)")
  }

  @Test("Beats are markers of the film in which the music plays")
  func beats() throws {
    try place.ffmpeg(
      "-f", "lavfi", "-i", "aevalsrc='0.5*sin(880*t)*lt(mod(t,0.5),0.06)':s=48000:d=12", "beat.wav")
    try place.makeShots("a.mp4", cuts: [], frames: 400, rate: "25")
    try place.write(
      "film.edit",
      "edit: 1\ntimeline: [{clip: a.mp4}]\naudio: [{clip: beat.wav, at: 1s, take: 2s..8s}]\noutputs: [{file: out/film.mp4}]\n"
    )
    try into("beat.wav", "--find", "beats", "--into", "film.edit")
    let script = try text("film.edit")
    let times = script.lines.filter { $0.hasPrefix("  beat-") }.compactMap { $0.split(separator: " ").last }
      .compactMap { RationalTime(spelling: String($0)) }
    #expect(times.count >= 11, "\(script)")
    for time in times {
      let offset = (time.inSeconds - 1).truncatingRemainder(dividingBy: 0.5)
      #expect(min(offset, 0.5 - offset) < 0.03 && time.inSeconds >= 1 && time.inSeconds < 7, "\(time)")
    }
    let base = try text("film.edit.detected")
    try into("beat.wav", "--find", "beats", "--into", "film.edit")
    #expect(try files("film.edit") == [script, base])
  }

  @Test("Killed between the two writes, the next run only writes the base")
  func killed() throws {
    try makeTalk()
    try into("talk.wav", "--find", "silence", "--into", "t.edit")
    let before = try files("t.edit")
    try makeTalk([(0.5, 2.25), (3.3, 4.5), (7.5, 8.5), (9.2, 9.8)])
    let killed = try place.shell(
      "strace -f -qq -o /dev/null -P t.edit.detected -e trace=renameat2 -e inject=renameat2:error=EIO:signal=KILL "
        + "\"$editc\" detect talk.wav --find silence --into t.edit")
    #expect(killed.exitCode != 0)
    let merged = try text("t.edit")
    #expect(merged != before[0])
    #expect(try text("t.edit.detected") == before[1])
    let again = try into("talk.wav", "--find", "silence", "--into", "t.edit")
    #expect(again.errorText.contains("t.edit: nothing to change\n"), "\(again.errorText)")
    #expect(try text("t.edit") == merged)
    #expect(try !text("t.edit.detected").contains("dropped"))
    // What was proposed is still followed.
    try makeTalk([(0.5, 2.25), (7.5, 8.5), (9.2, 9.8)])
    let fewer = try into("talk.wav", "--find", "silence", "--into", "t.edit")
    #expect(fewer.errorText.contains("t.edit: 1 removed\n"), "\(fewer.errorText)")
  }

  @Test("What is not clear is refused with its place, and nothing is written")
  func refused() throws {
    try makeTalk()
    func refuse(_ script: String, _ words: String, code: Int32 = 65) throws {
      try place.write("t.edit", script)
      let result = try into("talk.wav", "--find", "silence", "--into", "t.edit", code: code)
      #expect(result.errorText.contains(words), "\(result.errorText)")
      #expect(try text("t.edit") == script)
    }
    let variable = "vars: {from: {type: time, default: 2s}}\n"
    let (head, foot) = ("edit: 1\n" + variable, "outputs: [{file: out/t.m4a}]\n")
    try refuse(
      head + "timeline:\n  - {clip: talk.wav, take: 8s..12s}\n" + foot, "take-outside-media", code: 1)
    try refuse(
      head + "timeline:\n  - {clip: talk.wav, take: \"${from}..4s\"}\n" + foot,
      "t.edit:4:5: a variable makes a take")
    try refuse(
      "edit: 1\n" + "timeline:\n  - each: {clip: [talk.wav], take: 1s..2s}\n" + foot, "t.edit:3:5: `each`")
    try place.write("t.edit.detected", "editc detected 1\n<<<<<<< HEAD\n")
    try refuse(
      "edit: 1\n" + "timeline: [{clip: talk.wav}]\n" + foot,
      "t.edit.detected:2: this is a conflict mark of git")
    #expect(try place.editc("detect", "talk.wav", "--find", "silence", "--into", "t.mp4").exitCode == 2)
    #expect(try place.editc("detect", "talk.wav", "--into", "t.edit").exitCode == 2)
    #expect(
      try place.editc("detect", "talk.wav", "--find", "silence", "--into", "t.edit", "--json").exitCode == 2)
    #expect(try place.editc("detect", "talk.wav", "--find", "silence", "--dry-run").exitCode == 2)
  }

  @Test("The pages of its messages have what is printed", arguments: MessagePage.all.map(\.name))
  func pages(name: String) throws {
    let page = try #require(MessagePage.page(named: name))
    try makeTalk()
    if page.example.files.isEmpty {
      try into("talk.wav", "--find", "silence", "--into", "film.edit")
      try makeTalk([(0.5, 2.25), (3, 4.1), (5, 6), (7.51, 9)])
    }
    for file in page.example.files { try place.write(file.name, file.text + "\n") }
    if !isThere(place.path("film.edit")) {
      try place.write("film.edit", "edit: 1\ntimeline: [{clip: talk.wav}]\noutputs: [{file: film.m4a}]\n")
    }
    let words = page.example.command.split(separator: " ").dropFirst().map(String.init)
    let result = try run([editcPath] + words, in: place.root, environment: place.environment)
    #expect(result.errorText == page.example.report + "\n")
    let text = try place.editc("explain", name).text
    #expect(text == page.text(useColor: false) && text.hasPrefix(name + ": "))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.hasPrefix("    ") })
    let json = try JSONValue.parse(try place.editc("explain", "--json", name).text)
    #expect(json["rules"]?.elements == [] && json["messages"]?.elements?.first?["id"] == .string(name))
    #expect(try place.editc("explain", "--markdown", name).text == page.markdown)
  }
}

extension String {
  fileprivate var lines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
