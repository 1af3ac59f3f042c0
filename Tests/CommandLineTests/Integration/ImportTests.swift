import Basics
import Processes
import TestSupport
import Testing

@Suite("editc import")
struct ImportTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// Two takes of a clip with a gap between them, in OpenTimelineIO, and something that no script has.
  private func timeline(of file: String) -> String {
    func range(_ start: Int, _ count: Int) -> String {
      #"{"OTIO_SCHEMA": "TimeRange.1", "start_time": {"OTIO_SCHEMA": "RationalTime.1", "rate": 30.0, "value": \#(start)}, "#
        + #""duration": {"OTIO_SCHEMA": "RationalTime.1", "rate": 30.0, "value": \#(count)}}"#
    }
    func clip(_ start: Int, _ count: Int) -> String {
      #"{"OTIO_SCHEMA": "Clip.1", "name": "take", "source_range": \#(range(start, count)), "#
        + #""media_reference": {"OTIO_SCHEMA": "ExternalReference.1", "target_url": "\#(file)"}}"#
    }
    let children = [
      clip(30, 45), #"{"OTIO_SCHEMA": "Gap.1", "source_range": \#(range(0, 15))}"#,
      clip(10, 30), #"{"OTIO_SCHEMA": "Hologram.7", "depth": 3}"#,
    ]
    return
      #"{"OTIO_SCHEMA": "Timeline.1", "name": "Rough cut", "tracks": {"OTIO_SCHEMA": "Stack.1", "children": ["#
      + #"{"OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [\#(children.joined(separator: ", "))]}]}}"#
  }

  @Test("The film of an imported edit has its frames in their order")
  func frames() throws {
    try place.write("cuts/rough.otio", timeline(of: "../" + Footage.counter))
    let made = try place.editc("import", "cuts/rough.otio")
    #expect(made.exitCode == 0 && made.text == "", "\(made.errorText)")
    #expect(made.errorText.contains("`Hologram.7` dropped"), "\(made.errorText)")
    let script = String(decoding: try place.bytes("rough.edit"), as: UTF8.self)
    #expect(
      script.hasPrefix("# Made from rough.otio by `editc import`.\n\nedit: 1\ntitle: Rough cut\n"),
      "\(script)")
    #expect(script.contains(": \(Footage.counter)\n"), "\(script)")
    #expect(try place.editc("fmt", "--check", "rough.edit").exitCode == 0)
    let rendered = try place.editc("render", "rough.edit")
    #expect(rendered.exitCode == 0, "\(rendered.errorText)")
    let film = try probed(place.path("out/rough-cut.mp4"), "v", counting: true)
    #expect(film["nb_read_frames"] == "90", "\(script)")
  }

  @Test("--strict writes nothing if something is dropped, and --json lists it")
  func losses() throws {
    try place.write("rough.otio", timeline(of: Footage.counter))
    let strict = try place.editc("import", "rough.otio", "--strict")
    #expect(strict.exitCode == 1 && strict.errorText.contains("nothing was written"), "\(strict.errorText)")
    #expect(!isThere(place.path("rough.edit")))
    let listed = try place.editc("import", "rough.otio", "--json")
    let report = try JSONValue.parse(listed.text)
    let parts = try #require(report["parts"])
    let losses = try #require(report["losses"]?.elements)
    #expect(parts["dropped"]?.integerValue == 1 && parts["approximated"]?.integerValue == 0, "\(listed.text)")
    #expect(
      losses.first?["kind"]?.stringValue == "Hologram.7" && losses.first?["fate"]?.stringValue == "dropped")
  }

  @Test("A script that exists is kept")
  func existing() throws {
    try place.write("rough.otio", timeline(of: Footage.counter))
    try place.write("rough.edit", "not to be lost")
    #expect(try place.editc("import", "rough.otio").exitCode == 73)
    #expect(try place.bytes("rough.edit") == Array("not to be lost".utf8))
    #expect(try place.editc("import", "rough.otio", "--force").exitCode == 0)
  }

  @Test("Media are found by their names in another folder, but not one of two")
  func relinking() throws {
    try place.write("rough.otio", timeline(of: "/Volumes/Gone/one.mp4"))
    let lost = try place.editc("import", "rough.otio")
    #expect(lost.exitCode == 0)
    #expect(lost.errorText.contains("there is no file '/Volumes/Gone/one.mp4'"), "\(lost.errorText)")
    try place.write("footage/day 1/one.mp4", try place.bytes(Footage.counter))
    let found = try place.editc("import", "rough.otio", "--relink", "footage", "--force")
    #expect(!found.errorText.contains("there is no file"), "\(found.errorText)")
    #expect(try place.editc("lint", "rough.edit").exitCode == 0)
    try place.write("footage/day 2/one.mp4", try place.bytes(Footage.counter))
    let ambiguous = try place.editc("import", "rough.otio", "--relink", "footage", "--force")
    #expect(ambiguous.errorText.contains("there is no file"), "\(ambiguous.errorText)")
  }

  @Test("A still picture is one where it is there, also in a format that does not say so")
  func stills() throws {
    try place.write("rough.otio", timeline(of: Footage.white))
    let made = try place.editc("import", "rough.otio")
    #expect(made.exitCode == 0)
    let script = String(decoding: try place.bytes("rough.edit"), as: UTF8.self)
    #expect(script.contains("- {image: white, for: 1.5s"), "\(script)")
    #expect(try place.editc("lint", "rough.edit").exitCode == 0)
  }

  @Test(
    "What cannot be read is refused with its place",
    arguments: [
      ("film.otio", "{\"OTIO_SCHEMA\": \"Timeline.1\",", 65, "film.otio:1:"),
      ("film.fcpxml", "<fcpxml version=\"1.10\"><library></fcpxml>", 65, "film.fcpxml:1:"),
      ("film.xml", "<!DOCTYPE a [<!ENTITY b SYSTEM \"/etc/passwd\">]><xmeml>&b;</xmeml>", 65, "film.xml:1:"),
      ("notes.txt", "some words", 65, "the format of the file is unknown"),
      ("film.edl", "001  AX  V  C  00:00:00:00 00:00:02:00 00:00:00:00 00:00:02:00\n", 65, "--rate"),
    ])
  func refusals(name: String, text: String, code: Int, words: String) throws {
    try place.write(name, text)
    let refused = try place.editc("import", name)
    #expect(refused.exitCode == Int32(code), "\(refused.errorText)")
    #expect(refused.errorText.contains(words), "\(refused.errorText)")
    #expect(!isThere(place.path("film.edit")))
  }

  @Test("An edit with values that no script can have is refused, and so is nothing that lint accepts")
  func outOfRange() throws {
    let clip = { (rest: String) in
      "{outPath: './o.mp4', width: 640, height: 360, fps: 25, clips: [{duration: 2, layers: [{type: 'fill-color', color: '#f00'}, \(rest)]}]}"
    }
    for (name, text) in [
      (
        "long.json5",
        clip("{type: 'title', text: 'a'}").replacing("duration: 2", with: "duration: 9223372036854775807")
      ),
      ("long.otio", timeline(of: "a.mp4").replacing(#""value": 45"#, with: #""value": 9223372036854775000"#)),
    ] {
      try place.write(name, text)
      let result = try place.editc("import", name, "-o", "out.edit")
      #expect(
        result.exitCode == 65 && result.errorText.contains("nothing was written"),
        "\(name): \(result.errorText)")
      #expect(!isThere(place.path("out.edit")), "\(name)")
    }
    // A size that is none is left out, with a word.
    try place.write(
      "size.fcpxml",
      """
      <fcpxml version="1.10"><resources><format id="r1" frameDuration="1/25s" width="640" height="360"/>
      <asset id="a" name="A" start="0s" duration="100s" hasVideo="1" format="r1" src="a.mov"/></resources>
      <project name="P"><sequence format="r1"><spine><asset-clip ref="a" offset="0s" duration="5s">
      <adjust-transform scale="-1 -1"/></asset-clip></spine></sequence></project></fcpxml>
      """)
    let sized = try place.editc("import", "size.fcpxml", "-o", "size.edit")
    #expect(sized.exitCode == 0, "\(sized.errorText)")
    #expect(try place.editc("lint", "--no-media", "size.edit").exitCode == 0)
  }

  @Test("A script whose takes its media do not have is written, and the exit code says so")
  func misfit() throws {
    try place.write(
      "rough.otio", timeline(of: Footage.counter).replacing(#""value": 45"#, with: #""value": 90000"#))
    let made = try place.editc("import", "rough.otio")
    #expect(made.exitCode == 1 && made.errorText.contains("past the end"), "\(made.errorText)")
    #expect(isThere(place.path("rough.edit")))
  }
}
