import Glibc
import TestSupport
import Testing

/// A media file that is named where a script is expected.
@Suite struct MediaAsScriptTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let sentence =
    " is a media file, not a script; `editc probe`, `frame`, `sheet`, `waveform` and `preview` accept media files, and"
    + " `editc init` writes a script that plays one\n"

  @Test("Every command that takes scripts says so in one sentence, without a byte of the file")
  func commands() throws {
    for words in [
      ["render"], ["plan"], ["lint"], ["lint", "--fix"], ["fmt"], ["lock"], ["dump", "--stage", "script"],
      ["timeline", "-o", "a.svg"],
      ["export", "-o", "a.otio"],
    ] {
      let result = try run(
        [editcPath] + words + [Footage.flat], in: place.root, environment: place.environment)
      #expect(result.exitCode == 2, "\(words)")
      #expect(result.text == "", "\(words)")
      #expect(result.errorText == "editc: " + Footage.flat + Self.sentence, "\(words)")
    }
  }

  @Test("Media of all kinds are recognized, whatever their names and their sizes")
  func kinds() throws {
    let kinds = [
      ("a.mkv", ["-f", "lavfi", "-i", "testsrc=s=64x36:r=25", "-t", "0.2"]),
      ("a.ts", ["-f", "lavfi", "-i", "testsrc=s=64x36:r=25", "-t", "0.2"]),
      ("a.gif", ["-f", "lavfi", "-i", "testsrc=s=64x36:r=25", "-t", "0.2"]),
      ("a.png", ["-f", "lavfi", "-i", "testsrc=s=64x36:r=25", "-frames:v", "1"]),
      ("a.jpg", ["-f", "lavfi", "-i", "testsrc=s=64x36:r=25", "-frames:v", "1"]),
      ("a.wav", ["-f", "lavfi", "-i", "sine", "-t", "0.2"]),
      ("a.flac", ["-f", "lavfi", "-i", "sine", "-t", "0.2"]),
      ("a.mp3", ["-f", "lavfi", "-i", "sine", "-t", "0.2"]),
      ("a.ogg", ["-f", "lavfi", "-i", "sine", "-t", "0.2"]),
      ("a.aac", ["-f", "lavfi", "-i", "sine", "-t", "0.2"]),
      ("a.mov", ["-f", "lavfi", "-i", "sine", "-t", "0.2"]),
    ]
    for (name, words) in kinds {
      let made = try run(["ffmpeg", "-nostdin", "-v", "error", "-y"] + words + [place.path(name)])
      try #require(made.exitCode == 0, "\(name): \(made.errorText)")
      #expect(try place.editc("lint", name).errorText == "editc: " + name + Self.sentence, "\(name)")
    }
    try place.write("clip.edit", try place.bytes(Footage.flat))
    #expect(try place.editc("render", "clip.edit").errorText == "editc: clip.edit" + Self.sentence)
    // More than a script may have, most of it nothing.
    try place.write("large.mp4", try place.bytes(Footage.flat))
    try #require(truncate(place.path("large.mp4"), 200 << 20) == 0)
    #expect(try place.editc("render", "large.mp4").errorText == "editc: large.mp4" + Self.sentence)
    let nested = "edit: 1\ncanvas: {size: 64x36}\ntimeline: [{edit: \(Footage.flat)}]\n"
    try place.write("nested.edit", nested)
    let text = try place.editc("lint", "nested.edit").text
    #expect(text.contains("this is a media file, not a script"), "\(text)")
    #expect(!text.contains("ftyp"))
  }

  @Test("A text that is no media stays a script with mistakes")
  func texts() throws {
    for (name, text) in [
      ("notes.txt", "RIFFRAFF: 1\n"), ("wide.edit", "# a wide shot\nedit: 1\n"), ("empty.edit", ""),
      ("a.mp4", "edit: 1\n"), ("id.edit", "ID3: 1\n"), ("g.edit", String(repeating: "G", count: 400)),
    ] {
      try place.write(name, text)
      #expect(!(try place.editc("lint", name).errorText.contains("media file")), "\(name)")
    }
  }

  @Test("A preview plays a media file")
  func preview() throws {
    for file in [Footage.flat, Footage.tone, Footage.white] {
      let result = try place.editc("preview", file, "--once")
      #expect(result.exitCode == 0, "\(file): \(result.errorText)")
    }
    #expect(try !place.stored().isEmpty)
  }
}
