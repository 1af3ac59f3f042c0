import Compiler
import Composition
import Diagnostics
import Lowering
import Testing

/// What a trial of editc by a new user found wrong in findings.
@Suite("Findings that a trial found missing or misleading")
struct TrialTests {
  private let clip = "a.mp4  video 1280x720 25 10s  audio 48000 stereo"

  @Test("A value that is cut at a comma in braces is quoted, and one finding says so")
  func comma() throws {
    let script =
      head + """
        timeline: [{color: navy, for: 2s}]
        overlays:
          - {shape: ellipse, width: 10%, height: 10%, place: top right, margin 8%, for: 2s}
          - {shape: ellipse, width: 10%, height: 10%, place: 50%, 20px, anchor top, for: 2s}
        """
    let found = try Findings(script)
    #expect(found.all.map(\.id) == [.unquotedComma, .unquotedComma], "\(found.all.map(\.message))")
    #expect(found.guilty(.unquotedComma) == ["top right, margin 8%", "50%, 20px, anchor top"])
    #expect(found.all.map { $0.fixes.map(\.isSafe) } == [[true], [true]])
    // A text can hold anything, so the repair is not safe; a word that is nearly a key is a key.
    let text = try Findings(
      head + "timeline: [{color: navy, for: 2s}]\noverlays: [{text: Hello, dear world, for: 2s}]")
    #expect(try text.one(.unquotedComma).fixes.map(\.isSafe) == [false])
    let mute = try Findings(head + "timeline: [{clip: a.mp4, muted}]", media: clip)
    #expect(mute.all.map(\.id).contains(.unknownKey))
    #expect(mute.of(.unquotedComma).isEmpty)
  }

  @Test("A take that starts after the end of its media says so, and not that its times are swapped")
  func behindTheEnd() throws {
    let found = try Findings(head + "timeline: [{clip: a.mp4, take: 20s..}]", media: clip)
    let finding = try found.one(.takeOutsideMedia)
    #expect(finding.message == "the take starts at 20s, after the end of the media")
    #expect(finding.hint?.contains("0s to 10s") == true)
    #expect(found.of(.rangeReversed).isEmpty)
    #expect(
      try Findings(head + "timeline: [{clip: a.mp4, take: 5s..2s}]", media: clip).of(.rangeReversed).count
        == 1)
  }

  @Test("A picture before a blurred copy of itself is as large as it is shown")
  func blurred() throws {
    let media = "tall.mp4  video 720x1280 25 10s"
    let small = try Findings(head + "timeline: [{clip: tall.mp4, fit: blur}]", media: media)
    #expect(small.messages(.upscaled) == [])
    let large = try Findings(
      "edit: 1\ncanvas: {size: 1280x2560, rate: 25}\ntimeline: [{clip: tall.mp4, fit: blur}]", media: media)
    #expect(
      large.messages(.upscaled) == ["'tall.mp4' is 720x1280 and is shown 1280x2276, 1.8 times as large"])
  }

  @Test("What to do about lost bits is not what is done already")
  func depth() throws {
    let media = "deep.mp4  video 1280x720 25 10s  depth 10"
    let script =
      "edit: 1\ncanvas: {size: 1280x720, rate: 25, depth: 10}\ntimeline: [{clip: deep.mp4}]\n"
      + "outputs: [{file: a.mp4, video: {depth: 8}}]"
    let finding = try Findings(script, media: media).one(.depthLost)
    #expect(
      finding.hint
        == "smooth gradients such as skies may show banding; the output's `depth: 8` requires that")
  }

  @Test("Transitions without a duration have that of their defaults, and say so without one")
  func defaults() throws {
    let story = "timeline: [{color: navy, for: 2s}, {transition: dissolve}, {color: red, for: 2s}]"
    #expect(try Findings(head + "defaults: {transition: {for: 1s}}\n" + story).all.isEmpty)
    let without = try Findings(head + story)
    #expect(without.all.map(\.message) == ["missing duration, as in `dissolve 1s`"])
    let wrong = try Findings(head + "defaults: {transition: {for: soon, colour: red}}\n" + story)
    #expect(wrong.guilty(.timeSyntax) == ["soon"])
    #expect(wrong.guilty(.unknownKey) == ["colour"])
  }

  @Test("A finding that differs from output to output is one finding with notes")
  func outputs() throws {
    let script = """
      edit: 1
      canvas: {size: 1280x720, rate: 25}
      timeline: [{clip: a.mp4, fit: cover, width: 200%, height: 200%}]
      outputs:
        - {file: a.mp4}
        - {file: b.mp4, size: 1920x1080}
      """
    let finding = try Findings(script, media: "a.mp4  video 1280x720 25 10s").one(.upscaled)
    #expect(
      finding.notes.map(\.message) == [
        "in 'b.mp4': 'a.mp4' is 1280x720 and is shown 3840x2160, 3 times as large"
      ])
  }

  @Test("Tracks that are left out are notes when encoding, and a warning when copying")
  func leftOut() throws {
    let media = """
      disc.mkv  video 1280x720 25 10s  keys 2s  timecode 01:00:00:00  audio 48000 stereo language eng \
      audio 48000 stereo language deu  subtitle subrip  data bin_data  data none  chapters 3
      """
    let text = "edit: 1\ntimeline: [{clip: disc.mkv}]\n"
    let encoded = try Findings(text, media: media).one(.trackLeftOut)
    #expect(encoded.severity == .note)
    #expect(
      encoded.message
        == "not in the film from 'disc.mkv': 1 audio track (deu), 1 subtitle track (subrip), the timecode,"
        + " 2 data tracks, 3 chapters")
    let copied = try Findings(text + "outputs: [{file: a.mov, mode: passthrough}]", media: media).one(
      .trackLeftOut)
    #expect(copied.severity == .warning)
    // What is only heard is not expected to be seen, and what is silent not to be heard.
    let heard = try Findings(
      head + "timeline: [{color: navy, for: 2s}]\naudio: [{clip: disc.mkv, take: ..2s, at: 0s}]", media: media
    )
    #expect(heard.messages(.trackLeftOut) == ["not in the film from 'disc.mkv': 1 audio track (deu)"])
    let silent = try Findings(
      "edit: 1\ntimeline: [{clip: b.mp4, audio: off}]",
      media: "b.mp4  video 1280x720 25 10s  audio 48000 stereo  audio 48000 mono")
    #expect(silent.of(.trackLeftOut).isEmpty)
  }

  @Test("A clean aperture is reported unless the item is cropped, turned pictures without the numbers")
  func aperture() throws {
    let media = "tape.mov  video 1920x1080 25 9s  aperture 16,9,1888x1062"
    let start = "edit: 1\ncanvas: {size: 1920x1080, rate: 25}\n"
    let finding = try Findings(start + "timeline: [{clip: tape.mov}]", media: media).one(.cleanAperture)
    #expect(
      finding.hint
        == "write `aperture: clean` in its entry under `media`, or `crop: 16px, 9px 1888x1062`, to show that part"
    )
    let turned = try Findings(
      start + "timeline: [{clip: tape.mov, fit: contain}]", media: media + "  turned 90")
    #expect(
      try turned.one(.cleanAperture).hint
        == "write `aperture: clean` in its entry under `media` to show that part")
    #expect(
      try Findings(start + "timeline: [{clip: tape.mov, crop: 16px,9px 1888x1062}]", media: media)
        .of(.cleanAperture).isEmpty)
  }

  @Test("What is said of an image sequence has no effect on a single file")
  func framesOfOneFile() throws {
    let media = "beach.mp4  video 1920x1080 25 9s"
    let findings = try Findings(
      "edit: 1\nmedia: {beach: {file: beach.mp4, frames: {rate: 24}, missing: hold}}\n"
        + "timeline: [{clip: beach}, {clip: beach, take: 1s..}]", media: media)
    #expect(
      findings.messages(.noEffect) == [
        "`frames` has no effect: 'beach.mp4' is a single file, not an image sequence",
        "`missing` has no effect: 'beach.mp4' is a single file, not an image sequence",
      ])
  }

  @Test("A canvas of no output is refused, and one of odd sides made even where it follows the media")
  func canvas() throws {
    for size in ["32768x32768", "16385x16", "16384x16384"] {
      let found = try Findings(
        "edit: 1\ncanvas: {size: \(size), rate: 25}\ntimeline: [{color: navy, for: 1s}]")
      #expect(found.guilty(.sizeOutOfRange) == [size])
    }
    let media = "odd.mp4  video 427x360 25 10s  keys 2s"
    let text = "edit: 1\ntimeline: [{clip: odd.mp4}]\n"
    let rounded = try Findings(text + "outputs: [{file: a.mp4}]", media: media)
    #expect(rounded.all.map(\.id) == [.canvasRounded], "\(rounded.all.map(\.message))")
    #expect(
      try rounded.one(.canvasRounded).hint
        == "write `canvas: {size: 428x360}`; `fit: cover` fills the added edge")
    // A copy stays as it is.
    #expect(
      try Findings(text + "outputs: [{file: a.mp4, mode: passthrough}]", media: media).of(.canvasRounded)
        .isEmpty)
  }

  @Test("A blurred copy of a tiny part of a picture is refused")
  func tinyBlur() throws {
    let found = try Findings(
      head + "timeline: [{clip: a.mp4, crop: \"0px,0px 4x4\", fit: blur}]", media: clip)
    #expect(found.guilty(.sizeOutOfRange) == ["\"0px,0px 4x4\""])
  }

  @Test("A picture without a width or a height is an error wherever it stands, and a line needs no height")
  func thin() throws {
    func overlay(_ keys: String) throws -> Findings {
      try Findings(head + "timeline: [{color: navy, for: 2s}]\noverlays: [{\(keys), for: 2s}]")
    }
    for place in ["center", "top", "\"10px, 20px\"", "\"10.5px, 20.3px\""] {
      for shape in [
        "shape: rectangle, width: 100px, height: 0px", "shape: ellipse, width: 0%, height: 10px",
        "shape: rectangle, width: 100px, height: 0px, rotate: 10deg", "color: red, width: 100px, height: 0px",
        "shape: line, width: 0px",
      ] {
        let found = try overlay("\(shape), place: \(place)")
        #expect(found.all.map(\.id) == [.sizeOutOfRange], "\(shape) \(place): \(found.all.map(\.message))")
      }
      for shape in [
        "shape: line, width: 100px, height: 0px, stroke: 8px white",
        "shape: line, width: 100px, stroke: 8px white",
        "shape: rectangle, width: 100px, height: 0.2px",
        "shape: rectangle, width: 100px, height: 0px -> 50px",
      ] {
        let found = try overlay("\(shape), place: \(place)")
        #expect(
          found.all.filter { $0.severity == .error } == [], "\(shape) \(place): \(found.all.map(\.message))")
      }
    }
  }
}
