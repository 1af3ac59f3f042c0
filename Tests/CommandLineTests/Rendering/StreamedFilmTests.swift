import Basics
import Processes
import TestSupport
import Testing

/// Films on standard output, drafts, and the presets that suit a film.
@Suite struct StreamedFilmTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 800x450, rate: 30}
      timeline: [{bars: smpte, for: 0.5s}, {tone: sine, for: 0.5s}]
      overlays: [{shape: rectangle, fill: red, at: 0s, place: "400px, 225px anchor top left", width: 400px, height: 225px}]
      checks: {size: 800x450}
      outputs: [{file: film.mov, video: {speed: slow, quality: 4}}]
      """)
  }

  private func shell(_ line: String) throws {
    let result = try place.shell(line)
    try #require(result.exitCode == 0, "\(result.errorText)")
  }

  @Test("A film goes to standard output when it is finished: the same bytes as in a file, and nothing else")
  func output() throws {
    try shell("\"$editc\" render film.edit --progress json -o - > out.mov 2> words")
    try shell("\"$editc\" render film.edit -o file.mov")
    #expect(try place.bytes("out.mov") == place.bytes("file.mov"))
    #expect(try String(decoding: place.bytes("words"), as: UTF8.self).contains("\"file\":\"<stdout>\""))
    #expect(!isThere(place.path("film.mov")))
    // Another kind of file than the script's.
    try shell("\"$editc\" render film.edit -o -.mp4 > out.mp4")
    #expect(
      try run([
        "ffprobe", "-v", "error", "-show_entries", "format_tags=major_brand", "-of", "csv=p=0",
        place.path("out.mp4"),
      ])
      .text == "isom\n")
    // A reader that is gone ends it by its signal, a full disk with its code; neither leaves anything.
    try shell("( \"$editc\" render film.edit -o -; echo $? > code ) | true")
    #expect(try place.bytes("code") == Array("141\n".utf8))
    #expect(try place.shell("\"$editc\" render film.edit -o - > /dev/full").exitCode == 74)
    #expect(try place.leftovers() == [])
    try place.write("none.edit", "edit: 1\ncanvas: {size: 160x90}\ntimeline: [{color: red, for: 1s}]\n")
    let none = try place.shell("\"$editc\" render none.edit -o - | cat; exit ${PIPESTATUS[0]}")
    #expect(none.exitCode == 2)
    #expect(none.errorText.contains("name the format: -o -.mp4"))
  }

  @Test("A draft is small, of the same length and layout, and the plan says so; its segments are its own")
  func draft() throws {
    let plan = try place.editc("plan", "film.edit", "--draft")
    #expect(
      plan.text.hasPrefix("draft of film.mov: 640x360 at 30 frames per second, 30 frames"), "\(plan.text)")
    try shell("\"$editc\" render film.edit --draft -o - > draft.mov")
    // The red rectangle begins at 320,180, though it is written in pixels of the whole canvas.
    let found = try run([
      "ffmpeg", "-nostdin", "-v", "error", "-i", place.path("draft.mov"), "-frames:v", "1", "-vf",
      "crop=2:2:340:190,scale=1:1", "-f", "rawvideo", "-pix_fmt", "rgb24", place.path("patch"),
    ])
    #expect(found.exitCode == 0, "\(found.errorText)")
    let patch = try place.bytes("patch")
    #expect(patch[0] > 220 && patch[1] < 40 && patch[2] < 40, "\(patch)")
    let whole = try place.editc("plan", "film.edit")
    let keys = { (text: String) in Set(text.split(separator: "\n").filter { $0.hasPrefix("    key") }) }
    #expect(whole.text.contains("800x450"))
    #expect(!whole.text.contains("reused"))
    #expect(keys(plan.text).subtracting(keys(whole.text)).count >= 1)
    let checked = try place.editc("lint", "film.edit")
    #expect(checked.exitCode == 0)
  }

  @Test("Presets say which suit a script or a media file, and why others do not")
  func presets() throws {
    func answers(_ path: String) throws -> [String: String] {
      let told = try place.editc("presets", path, "--json")
      #expect(told.exitCode == 0, "\(told.errorText)")
      let list = try #require(try JSONValue.parse(told.text)["presets"]?.elements)
      return Dictionary(
        uniqueKeysWithValues: list.map { ($0["name"]?.stringValue ?? "", $0["reason"]?.stringValue ?? "") })
    }
    let script = try answers("film.edit")
    #expect(script["web"] == "" && script["draft"] == "" && script["m4a"] == "")
    #expect(script["640x480"] == "the film is 640x360, not 800x450")
    #expect(script["1920x1080"]?.contains("never enlarges") == true)
    #expect(script["passthrough"]?.isEmpty == false)
    let clip = try answers(Footage.counter)
    #expect(clip["passthrough"] == "" && clip["web"] == "")
    #expect(clip["m4a"] == "there is no sound")
    #expect(clip["640x480"]?.contains("never enlarges") == true)
    try makeMedia(place.path("song.wav"), "-f", "lavfi", "-i", "sine=d=1")
    let song = try answers("song.wav")
    #expect(song["m4a"] == "" && song["web"] == "there is no picture")
    #expect(song["passthrough"] == "")
    #expect(song["podcast"] == "" && song["broadcast-r128"] == "" && song["tiktok"] == "there is no picture")
    #expect(clip["podcast"] == "there is no sound" && clip["broadcast-a85"] == "there is no sound")
    #expect(clip["instagram-1080x1920"]?.isEmpty == false)
    try place.write("bad.edit", "edit: 1\ntimeline: [{clip: gone.mp4}]\n")
    #expect(try place.editc("presets", "bad.edit").exitCode == 1)
    #expect(try place.editc("presets", "gone.mp4").exitCode == 66)
  }
}
