import Basics
import Compiler
import Diagnostics
import EditScript
import Testing

/// What authors write who know other tools, and the repair that it leads to.
struct ForeignScript: Sendable, CustomTestStringConvertible {
  let text: String
  let message: String
  let repair: String
  let result: String
  let isSafe: Bool

  /// `%` in the frame is where the text and its repair stand.
  init(
    _ frame: String, _ text: String, says message: String,
    offers repair: String,
    gives result: String, isSafe: Bool = false
  ) {
    self.text = head + frame.replacing("%", with: text) + "\n"
    self.message = message
    self.repair = repair
    self.result = head + frame.replacing("%", with: result) + "\n"
    self.isSafe = isSafe
  }

  var testDescription: String { String(text.dropFirst(head.count)) }
}

@Suite("Whole repairs of what other tools call otherwise") struct WholeRepairTests {
  private static let media = """
    a.mp4     video 1280x720 30 10s  audio 48000 stereo
    logo.png  still 640x160
    song.m4a  audio 48000 stereo 10s
    """
  private static let over = "timeline: [{color: navy, for: 5s}]\noverlays: [{image: logo.png, %}]"
  private static let output = "timeline: [{color: navy, for: 5s}]\noutputs: [{file: film.mp4, %}]"

  @Test("lead to the whole repair with its value, and the repaired script is clean", arguments: scripts)
  func repair(_ script: ForeignScript) throws {
    let before = try Findings(script.text, media: Self.media)
    let finding = try #require(
      before.all.first { $0.message == script.message }, "\(before.all.map(\.message))")
    let fix = try #require(
      finding.fixes.first { $0.title == script.repair }, "\(finding.fixes.map(\.title))")
    #expect(fix.isSafe == script.isSafe)
    #expect(before.source.applying(fix.edits) == script.result)
    let after = try Findings(script.result, media: Self.media)
    #expect(after.all.filter { $0.severity != .note }.map(\.message) == [])
  }

  static let scripts: [ForeignScript] = [
    ForeignScript(
      clip, "start: 1, end: 3", says: "`start` and `end` are not keys of an item",
      offers: "write `take: 1s..3s`",
      gives: "take: 1s..3s"),
    ForeignScript(
      "timeline:\n  - clip: a.mp4\n    %", "start: 1\n    end: 3",
      says: "`start` and `end` are not keys of an item", offers: "write `take: 1s..3s`", gives: "take: 1s..3s"
    ),
    ForeignScript(
      over, "start: 1, end: 3", says: "`start` and `end` are not keys of an item",
      offers: "write `at: 1s..3s`",
      gives: "at: 1s..3s"),
    ForeignScript(
      clip, "start: 2, duration: 3", says: "`start` and `duration` are not keys of an item",
      offers: "write `take: 2s for 3s`", gives: "take: 2s for 3s"),
    ForeignScript(
      clip, "duration: 5", says: "`duration` is not a key of an item", offers: "write `take: ..5s`",
      gives: "take: ..5s"),
    ForeignScript(
      "timeline: [{color: navy, %}]", "duration: 5s", says: "`duration` is not a key of an item",
      offers: "write `for`", gives: "for: 5s", isSafe: true),
    ForeignScript(
      clip, "cutFrom: 1, cutTo: 3", says: "`cutFrom` and `cutTo` are not keys of an item",
      offers: "write `take: 1s..3s`", gives: "take: 1s..3s"),
    ForeignScript(
      clip, "trimBefore: 30, trimAfter: 90", says: "`trimBefore` and `trimAfter` are not keys of an item",
      offers: "write `take: 30f..90f`", gives: "take: 30f..90f"),
    ForeignScript(
      over, "x: 100, y: 50", says: "`x` and `y` are not keys of an item",
      offers: "write `place: 100px, 50px`",
      gives: "place: \"100px, 50px\""),
    ForeignScript(
      over, "x: 100, y: 50", says: "`x` and `y` are not keys of an item",
      offers: "write `place: 100px, 50px anchor top left`", gives: "place: \"100px, 50px anchor top left\""),
    ForeignScript(
      over, "position: {x: 100, y: 50}", says: "`position` is not a key of an item",
      offers: "write `place: 100px, 50px`", gives: "place: \"100px, 50px\""),
    ForeignScript(
      over, "position: [100, 50]", says: "`position` is not a key of an item",
      offers: "write `place: 100px, 50px`", gives: "place: \"100px, 50px\""),
    ForeignScript(
      over, "position: top right", says: "`position` is not a key of an item", offers: "write `place`",
      gives: "place: top right", isSafe: true),
    ForeignScript(
      "timeline: [{color: navy, for: 5s}]\n%", "outputs: [{file: film.mp4, loudness: -16}]",
      says: "`loudness` is not a key of an output", offers: "write `mix: {loudness: -16 LUFS}`",
      gives: "mix: {loudness: -16 LUFS}\noutputs: [{file: film.mp4}]"),
    ForeignScript(
      output, "crf: 23", says: "`crf` is not a key of an output", offers: "write `video: {quality: 23}`",
      gives: "video: {quality: 23}"),
    ForeignScript(
      output, "video: {speed: fast}, crf: 23", says: "`crf` is not a key of an output",
      offers: "write `video: {quality: 23}`", gives: "video: {speed: fast, quality: 23}"),
    ForeignScript(
      output, "vcodec: libx265", says: "`vcodec` is not a key of an output",
      offers: "write `video: {codec: hevc}`",
      gives: "video: {codec: hevc}"),
    ForeignScript(
      output, "width: 640, height: 360", says: "`width` and `height` are not keys of an output",
      offers: "write `size: 640x360`", gives: "size: 640x360"),
    ForeignScript(
      "timeline: [{%, for: 5s}]", "color: #f00",
      says: "an unquoted `#` starts a YAML comment: `#f00` and the text after it were not read",
      offers: "write `\"#f00\"`", gives: "color: \"#f00\"", isSafe: true),
    ForeignScript(
      clip, "mute: true", says: "`mute` is not a key of an item", offers: "write `audio: off`",
      gives: "audio: off"),
    ForeignScript(
      clip, "muted: false", says: "`muted` is not a key of an item", offers: "write `audio: on`",
      gives: "audio: on"
    ),
    ForeignScript(
      clip, "reverse: true", says: "`reverse` is not a key of an item", offers: "write `speed: -1x`",
      gives: "speed: -1x"),
    ForeignScript(
      "timeline: [{clip: a.mp4, %}, {color: red, for: 1s}]", "hidden: true",
      says: "`hidden` is not a key of an item", offers: "write `enabled: false`", gives: "enabled: false"),
    ForeignScript(
      over, "zoom: 0.5", says: "`zoom` is not a key of an item", offers: "write `scale`", gives: "scale: 0.5"),
    ForeignScript(
      "%", "tracks: [{clips: [{clip: a.mp4}]}]", says: "`tracks` is not a key of the script",
      offers: "write `timeline: [{clip: a.mp4}]`", gives: "timeline: [{clip: a.mp4}]"),
    ForeignScript(
      "timeline: [{clip: a.mp4}]\n%", "chapters: [{title: Intro, start: 0}, {title: The turn, start: 2.5}]",
      says: "`chapters` is not a key of the script",
      offers: "write `markers: {Intro: {at: 0s, chapter: true}, The turn: {at: 2.5s, chapter: true}}`",
      gives: "markers: {Intro: {at: 0s, chapter: true}, The turn: {at: 2.5s, chapter: true}}"),
    ForeignScript(
      clip, "fadeIn: 1, fadeOut: 0.5", says: "`fadeIn` and `fadeOut` are not keys of an item",
      offers: "write `fade: {in: 1s, out: 0.5s}`", gives: "fade: {in: 1s, out: 0.5s}"),
    ForeignScript(
      clip, "volume: 50", says: "`50` has no unit, expected `50%`", offers: "write `50%`",
      gives: "volume: 50%"),
    ForeignScript(
      clip, "filter: eq=gamma=1.2", says: "`filter` is not a key of an item",
      offers: "write `filters: [{ffmpeg: \"eq=gamma=1.2\"}]`", gives: "filters: [{ffmpeg: \"eq=gamma=1.2\"}]"),
    ForeignScript(
      clip, "filter: sepia", says: "`filter` is not a key of an item", offers: "write `filters: [sepia]`",
      gives: "filters: [sepia]"),
    ForeignScript(
      clip, "take: [1, 4]", says: "`take` is a list; expected a range of the media such as `2s..5s`",
      offers: "write `1s..4s`", gives: "take: 1s..4s"),
    ForeignScript(
      "timeline: [{clip: a.mp4}]\n%", "outputs: film.mp4",
      says: "`outputs` is a single value; expected a list of outputs", offers: "write `[{file: film.mp4}]`",
      gives: "outputs: [{file: film.mp4}]"),
    ForeignScript(
      "timeline: [{gradient: {colors: %, angle: 90deg}, for: 2s}]", "\"#0000c0 -> #ff0000\"",
      says: "`colors` is a single value; expected a list of colours or ramps",
      offers: "write `[\"#0000c0\", \"#ff0000\"]`", gives: "[\"#0000c0\", \"#ff0000\"]"),
    ForeignScript(
      "timeline: [{clip: a.mp4%}, {color: red, for: 3s}]", ", transition: dissolve 1s",
      says: "an item has one kind, but this one is a clip and a transition",
      offers: "make `transition: dissolve 1s` a separate item", gives: "}, {transition: dissolve 1s"),
    ForeignScript(
      "timeline: [{clip: a.mp4}]\n%", "music: song.m4a", says: "`music` is not a key of the script",
      offers: "write `audio: [{clip: song.m4a}]`", gives: "audio: [{clip: song.m4a}]"),
    ForeignScript(
      "timeline: [{text: %, for: 2s}]", "“Hello”", says: "the quotes `“` and `”` are part of the text",
      offers: "write `\"Hello\"`", gives: "\"Hello\""),
    ForeignScript(
      clip, "no-audio: true", says: "`no-audio` is not a key of an item", offers: "write `audio: off`",
      gives: "audio: off"),
    ForeignScript(
      "timeline: [{clip: a.mp4%}]", ", nofade: 1s", says: "`nofade` is not a key of an item",
      offers: "remove `nofade`", gives: ""),
  ]

  @Test("The keys of a canvas in other words, in the canvas and outside of it")
  func canvas() throws {
    for (text, result) in [
      ("canvas: {width: 640, height: 360, rate: 25}", "canvas: {size: 640x360, rate: 25}"),
      ("canvas: {size: [640, 360], rate: 25}", "canvas: {size: 640x360, rate: 25}"),
      ("canvas: {size: {width: 640, height: 360}, rate: 25}", "canvas: {size: 640x360, rate: 25}"),
      ("width: 640\nheight: 360", "canvas: {size: 640x360}"),
      ("fps: 25", "canvas: {rate: 25}"),
    ] {
      let rest = "\ntimeline: [{clip: a.mp4}]\n"
      let found = try Findings("edit: 1\n" + text + rest, media: Self.media)
      let fixes = found.all.filter { $0.severity == .error }.flatMap(\.fixes)
      #expect(fixes.map { found.source.applying($0.edits) } == ["edit: 1\n" + result + rest], "\(text)")
      #expect(fixes.allSatisfy { !$0.isSafe })
    }
  }

  @Test("A shape is no size in pixels")
  func shape() throws {
    let found = try Findings(
      "edit: 1\ncanvas: {size: 16:9, rate: 25}\ntimeline: [{clip: a.mp4}]\n", media: Self.media)
    let finding = try found.one(.lengthSyntax)
    #expect(finding.fixes.map(\.title) == ["write `1920x1080`", "write `1280x720`"])
    #expect(finding.fixes.allSatisfy { !$0.isSafe })
  }

  @Test("The transition of the last item stands before it, in brackets and on lines")
  func transitions() throws {
    for (text, result) in [
      (
        "timeline: [{color: red, for: 3s}, {clip: a.mp4, transition: dissolve 1s}]\n",
        "timeline: [{color: red, for: 3s}, {transition: dissolve 1s}, {clip: a.mp4}]\n"
      ),
      (
        "timeline:\n  - color: red\n    for: 3s\n  - clip: a.mp4\n    transition: dissolve 1s\nnote: x\n",
        "timeline:\n  - color: red\n    for: 3s\n  - transition: dissolve 1s\n  - clip: a.mp4\nnote: x\n"
      ),
      (
        "timeline:\n  - clip: a.mp4\n    transition: dissolve 1s\n\n  - color: red\n    for: 3s\n",
        "timeline:\n  - clip: a.mp4\n  - transition: dissolve 1s\n\n  - color: red\n    for: 3s\n"
      ),
    ] {
      let found = try Findings(head + text, media: Self.media)
      let fix = try #require(try found.one(.twoInOneEntry).fixes.first)
      #expect(found.source.applying(fix.edits) == head + result)
      #expect(try Findings(head + result, media: Self.media).all.filter { $0.severity != .note } == [])
    }
  }

  @Test(
    "Every key of other tools leads to a key of the language, or says where it belongs",
    arguments: WholeRepairTests.keys)
  func known(tool: String, frame: String, keys: [String]) throws {
    for key in keys {
      let text = head + frame.replacing("%", with: "\(key): 1") + "\n"
      let found = try Findings(text, media: Self.media).all.filter { $0.id == .unknownKey }
      #expect(found.count == 1, "\(tool): \(key)")
      // A list of all keys is no answer.
      #expect(found.first?.hint.map { !$0.hasPrefix("allowed here") } == true, "\(tool): \(key)")
    }
  }

  private static let clip = "timeline: [{clip: a.mp4, %}]"
  private static let words = "timeline: [{text: Hello, for: 2s, %}]"
  private static let top = "timeline: [{clip: a.mp4}]\n%"

  static let keys: [(tool: String, frame: String, keys: [String])] = [
    ("editly", top, ["outPath", "fps", "audioFilePath", "audioTracks", "width", "height"]),
    (
      "editly", clip,
      ["cutFrom", "cutTo", "resizeMode", "mixVolume", "start", "stop", "left", "top", "duration"]
    ),
    ("editly", "timeline: [{image: logo.png, for: 2s, %}]", ["zoomDirection", "resizeMode"]),
    ("editly", words, ["textColor", "fontPath", "fontFamily", "fontSize", "position", "backgroundColor"]),
    (
      "MoviePy", clip,
      [
        "subclip", "subclipped", "fadein", "fadeout", "crossfadein", "crossfadeout", "audio_fadein",
        "audio_fadeout",
        "volumex", "multiply_volume", "speedx", "time_mirror", "mirror_x", "mirror_y", "without_audio",
        "audio_normalize", "set_duration", "with_duration", "set_position", "with_position", "set_opacity",
        "with_opacity", "resize", "resized", "rotated", "cropped", "mask_color",
      ]
    ),
    (
      "MoviePy", "timeline: [{color: navy, for: 9s}]\noverlays: [{image: logo.png, %}]",
      ["set_start", "with_start"]
    ),
    (
      "MoviePy", words,
      ["txt_color", "fontsize", "font_size", "stroke_color", "stroke_width", "bg_color", "text_align"]
    ),
    (
      "MoviePy", output,
      ["codec", "bitrate", "audio_codec", "audio_bitrate", "fps"]
    ),
    ("Shotstack", clip, ["length", "trim", "offset", "effect", "alias", "start"]),
    ("Shotstack", top, ["soundtrack", "merge", "background"]),
    (
      "Shotstack", output,
      ["resolution", "fps", "quality", "repeat", "mute", "poster", "thumbnail", "aspectRatio"]
    ),
    (
      "Remotion", clip,
      [
        "durationInFrames", "from", "playbackRate", "muted", "startFrom", "endAt", "trimBefore", "trimAfter",
        "src",
      ]
    ),
    (
      "Remotion", output,
      ["crf", "pixelFormat", "videoBitrate", "audioBitrate", "numberOfGifLoops", "x264Preset"]
    ),
    ("auto-editor", clip, ["dur", "offset", "start"]),
    ("auto-editor", top, ["timebase", "resolution", "samplerate", "layout", "v"]),
    (
      "FCPXML", clip,
      [
        "srcEnable", "start", "duration", "offset", "adjust-crop", "adjust-volume", "adjust-blend",
        "adjust-conform", "timeMap",
      ]
    ),
    ("FCPXML", top, ["chapter-marker", "marker"]),
    ("FCPXML", words, ["fontColor", "fontFace", "alignment", "bold"]),
  ]
}
