import Basics
import Processes
import TestSupport
import Testing

/// `--only NAME`: one of several outputs, whatever is wrong with the others.
@Suite struct OutputChoiceTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("wrong.edit", script(other: "{name: tall, file: out/tall.mp4, colour: red}"))
  }

  /// Two good outputs, and another one.
  private func script(other: String) -> String {
    """
    edit: 1
    canvas: {size: 160x90, rate: 25}
    timeline:
      - {color: red, for: 0.4s}
    audio:
      - {clip: footage/tone.m4a, take: ..0.4s}
    outputs:
      - {file: out/wide.mp4, name: wide}
      - {file: out/small.mkv, name: small, size: 80x46}
      - \(other)

    """
  }

  @Test(
    "An error in another output stops neither a check nor a render of this one",
    arguments: [
      // A mistake of the text, of a value, of the schema, of two keys, of the file, of its film, and of two outputs.
      "{name: tall, file: out/tall.mp4, colour: red}", "{name: tall, file: out/tall.mp4, rate: fast}",
      "{name: tall}", "{name: tall, file: out/tall.mp4, video: {quality: 20, bitrate: 2M}}",
      "{name: tall, file: footage/tone.m4a}", "{name: tall, file: out/tall.mp4, range: 5s..6s}",
      "{name: tall, file: out/./wide.mp4}",
      "{name: tall, file: out/tall.mp4, overrides: {nobody: {opacity: 1}}}",
    ])
  func errors(other: String) throws {
    try place.write("film.edit", script(other: other))
    #expect(try place.editc("lint", "film.edit").exitCode == 1)
    #expect(try place.editc("render", "film.edit").exitCode == 1)
    let checked = try place.editc("lint", "film.edit", "--only", "wide", "--deny", "warnings")
    #expect(checked.exitCode == 0, "\(checked.text)")
    let made = try place.editc("render", "film.edit", "--only", "wide")
    #expect(made.exitCode == 0, "\(made.errorText)")
    #expect(try probed(place.path("out/wide.mp4"), "v")["width"] == "160")
    #expect(try listFolder(place.path("out")) == ["wide.mp4"])
  }

  @Test("An output is chosen by its name, its path or the name of its file; several are chosen one by one")
  func names() throws {
    for name in ["small", "out/small.mkv", "small.mkv"] {
      let plan = try place.editc("plan", "--json", "wrong.edit", "--only", name)
      #expect(plan.exitCode == 0, "\(name): \(plan.errorText)")
      let outputs = try JSONValue.parse(plan.text)["outputs"]?.elements ?? []
      #expect(outputs.compactMap { $0["file"]?.stringValue } == ["out/small.mkv"])
    }
    let both = try place.editc("render", "wrong.edit", "--only", "small", "--only", "wide.mp4")
    #expect(both.exitCode == 0, "\(both.errorText)")
    #expect(try probed(place.path("out/small.mkv"), "v")["width"] == "80")
    #expect(try probed(place.path("out/wide.mp4"), "v")["width"] == "160")
  }

  @Test("An unknown name is a usage error that lists the names there are")
  func unknown() throws {
    try place.write("film.edit", script(other: "{file: out/tall.mp4}"))
    for command in ["lint", "render", "plan"] {
      let result = try place.editc(command, "film.edit", "--only", "smal")
      #expect(result.exitCode == 2, "\(command)")
      #expect(
        result.errorText
          == "editc: --only smal: film.edit has no such output; its outputs are"
          + " wide (out/wide.mp4), small (out/small.mkv), out/tall.mp4; did you mean 'small'?\n", "\(command)"
      )
    }
    let rule = try place.editc("lint", "film.edit", "--only", "no-sound")
    #expect(rule.errorText.hasSuffix("; `--rule no-sound` reports only that rule\n"))
    try place.write("none.edit", "edit: 1\ntimeline: [{color: red, for: 1s}]\n")
    let none = try place.editc("plan", "none.edit", "--only", "web")
    #expect(none.exitCode == 2)
    #expect(none.errorText == "editc: --only web: none.edit has no outputs\n")
    // What cannot be read may have the name: its finding says more.
    let unread = try place.editc("render", "wrong.edit", "--only", "tall")
    #expect(unread.exitCode == 1)
    #expect(unread.errorText.contains("`colour`"), "\(unread.errorText)")
    let media = try place.editc("frame", Footage.flat, "--only", "wide", "--at", "0s", "-o", "a.png")
    #expect(media.exitCode == 2)
  }

  @Test("Pictures and exports are those of the chosen output")
  func shown() throws {
    for (words, file) in [
      (["frame", "--at", "0s"], "frame.png"), (["sheet", "--count", "1"], "sheet.png"),
      (["timeline"], "timeline.svg"), (["export"], "film.otio"), (["waveform"], "wave.svg"),
    ] {
      let command = [editcPath] + words + ["wrong.edit", "-o", file]
      let without = try run(command, in: place.root, environment: place.environment)
      #expect(without.exitCode == 1, "\(words)")
      let chosen = try run(command + ["--only", "small"], in: place.root, environment: place.environment)
      #expect(chosen.exitCode == 0, "\(words) \(chosen.errorText)")
    }
    #expect(try probed(place.path("frame.png"), "v")["width"] == "80")
  }

  @Test("What only another output uses counts as used, and comments that it needs are not reported")
  func usedElsewhere() throws {
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 160x90, rate: 25}
      media: {cover: footage/white.png}
      timeline:
        - {clip: \(Footage.flat), take: ..0.4s} # editc: allow upscaled
      outputs:
        - {file: small.mp4, name: small}
        - {file: large.mp4, name: large, size: 1920x1080, metadata: {cover: cover}}

      """)
    for name in ["small", "large"] {
      let result = try place.editc("lint", "film.edit", "--only", name, "--deny", "warnings")
      #expect(result.exitCode == 0, "\(name): \(result.text)")
    }
  }

  @Test("A playlist that names outputs which are left out is not written, and that is said")
  func playlists() throws {
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 160x90, rate: 25}
      timeline: [{clip: \(Footage.busy), take: ..4s}]
      outputs:
        - {file: a.mp4, name: a, fragment: 2s, audio: {codec: none}, playlist: film.m3u8}
        - {file: b.mp4, name: b, fragment: 2s, audio: {codec: none}, size: 80x46, playlist: film.m3u8}

      """)
    let one = try place.editc("render", "film.edit", "--only", "a")
    #expect(one.exitCode == 0, "\(one.errorText)")
    #expect(one.errorText.contains("film.m3u8 is not written: it names outputs that --only leaves out\n"))
    #expect(!isThere(place.path("film.m3u8")))
    let made = try place.digest("a.mp4")
    let both = try place.editc("render", "film.edit", "--only", "a", "--only", "b", "--force")
    #expect(both.exitCode == 0, "\(both.errorText)")
    #expect(isThere(place.path("film.m3u8")))
    #expect(try place.digest("a.mp4") == made, "A choice of outputs changes no film")
  }

  @Test("-o and a plan file take the chosen one of several outputs")
  func single() throws {
    let several = try place.editc("render", "wrong.edit", "-o", "x.mp4")
    #expect(several.exitCode == 1)
    try place.write("film.edit", script(other: "{file: out/tall.mp4}"))
    let refused = try place.editc("render", "film.edit", "-o", "x.mp4")
    #expect(refused.exitCode == 2)
    #expect(refused.errorText.contains("choose one with --only NAME"))
    let made = try place.editc("render", "wrong.edit", "--only", "small", "-o", "x.mp4")
    #expect(made.exitCode == 0, "\(made.errorText)")
    #expect(try probed(place.path("x.mp4"), "v")["width"] == "80")
    #expect(try place.editc("plan", "film.edit", "-o", "x.plan").exitCode == 2)
    #expect(try place.editc("plan", "film.edit", "--only", "small", "-o", "x.plan").exitCode == 0)
  }

  @Test("In a table, two rows may give an output that is left out the same file")
  func rows() throws {
    try place.write("rows.csv", "name\nAda\nBob\n")
    try place.write(
      "card.edit",
      """
      edit: 1
      vars: {name: {type: text}}
      canvas: {size: 160x90, rate: 25}
      timeline: [{color: red, for: 0.4s}]
      overlays: [{text: "${name}", at: 0s..0.4s}]
      outputs:
        - {file: "${name}.mp4", name: card}
        - {file: last.mp4, name: last}

      """)
    #expect(try place.editc("lint", "card.edit", "--vars", "rows.csv").exitCode == 1)
    let result = try place.editc("render", "card.edit", "--vars", "rows.csv", "--only", "card")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(
      isThere(place.path("Ada.mp4")) && isThere(place.path("Bob.mp4")) && !isThere(place.path("last.mp4")))
  }
}
