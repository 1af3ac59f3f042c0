import FoundationEssentials
import TestSupport
import Testing

/// Films with subtitles as ffmpeg reads them and draws them itself.
@Suite("Subtitles as an independent tool sees them", .serialized)
struct SubtitleTests {
  private static let header = """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 320
    PlayResY: 180
    ScaledBorderAndShadow: yes
    YCbCr Matrix: None

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
    Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, \
    MarginR, MarginV, Encoding
    Style: Default,DejaVu Sans,20,&H00FFFFFF,&H00FFFFFF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2,0,2,10,10,10,1

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

    """

  /// Gray pictures of a film of one dark colour with these subtitles, encoded with next to no loss.
  private func pictures(
    _ file: String, _ text: String, rate: Int = 20, seconds: Int = 4, rest: String = ""
  ) throws -> (own: [[UInt8]], folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    _ = try folder.write(file, text)
    let script = """
      edit: 1
      canvas: {size: 320x180, rate: \(rate)}
      timeline: [{color: "#203040", for: \(seconds)s}]
      subtitles: [{file: \(file)\(rest)}]
      outputs: [{file: film.mp4, video: {quality: 1, speed: ultrafast}}]
      """
    let path = folder.path("film.mp4")
    try editc(["render", folder.write("film.edit", script), "-o", path, "--no-cache"])
    return (split(try luma(path)), folder)
  }

  private func luma(_ path: String) throws -> [UInt8] {
    try ffmpeg([
      "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-vf", "extractplanes=y", "-f", "rawvideo", "-",
    ])
  }

  private func split(_ bytes: [UInt8]) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: 320 * 180).map { Array(bytes[$0..<$0 + 320 * 180]) }
  }

  /// The same film as ffmpeg's own filter draws it.
  private func judged(_ folder: TemporaryFolder, _ file: String, rate: Int = 20, seconds: Int = 4) throws
    -> [[UInt8]]
  {
    split(
      try ffmpeg([
        "-f", "lavfi", "-i",
        "color=0x203040:s=320x180:r=\(rate):d=\(seconds),format=gbrp,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
        "-vf", "ass=\(folder.path(file)),extractplanes=y", "-f", "rawvideo", "-",
      ]))
  }

  /// The smallest rectangle of what differs from the ground: left, top, right, bottom.
  private func inkBox(_ picture: [UInt8]) -> [Int]? {
    let ground = Int(picture[0])
    var box = [Int.max, Int.max, -1, -1]
    for (index, value) in picture.enumerated() where abs(Int(value) - ground) > 24 {
      let (x, y) = (index % 320, index / 320)
      box = [min(box[0], x), min(box[1], y), max(box[2], x), max(box[3], y)]
    }
    return box[2] < 0 ? nil : box
  }

  private func meanDifference(_ a: [UInt8], _ b: [UInt8]) -> Double {
    Double(zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(a.count)
  }

  @Test("ASS files are drawn as ffmpeg's own filter draws them, frame for frame")
  func sameAsFilter() throws {
    // Times on frames of 20 a second, where both rules of rounding agree.
    let text =
      Self.header + """
        Dialogue: 0,0:00:00.50,0:00:02.00,Default,,0,0,0,,Lower line
        Dialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,{\\i1}Upper{\\i0} line
        Dialogue: 1,0:00:00.00,0:00:04.00,Default,,0,0,0,,{\\an7\\pos(8,8)\\c&H30D0F0&}Sign
        Dialogue: 0,0:00:02.50,0:00:03.50,Default,,0,0,0,,{\\an9}Right\\Ntop

        """
    let (own, folder) = try pictures("film.ass", text)
    let judge = try judged(folder, "film.ass")
    try #require(own.count == 80 && judge.count == 80)
    for frame in 0..<80 {
      #expect(meanDifference(own[frame], judge[frame]) < 0.6, "frame \(frame)")
      let (mine, theirs) = (try #require(inkBox(own[frame])), try #require(inkBox(judge[frame])))
      for (a, b) in zip(mine, theirs) { #expect(abs(a - b) <= 1, "frame \(frame): \(mine), \(theirs)") }
    }
  }

  @Test("cues show in exactly the frames that their times round to")
  func frames() throws {
    // 25 a second: 0.5s is frame 12.5, which rounds up; 1.1s is frame 27.5; 2.019s is frame 50.475.
    let text = "1\n00:00:00,500 --> 00:00:01,100\nHello\n\n2\n00:00:02,019 --> 00:00:02,100\nBye\n"
    let (own, _) = try pictures("film.srt", text, rate: 25, seconds: 3)
    let inked = own.indices.filter { inkBox(own[$0]) != nil }
    #expect(inked == Array(13..<28) + Array(50..<53))
    // In the middle, above the margin of 6 % of the height, and inside of 8 % of the width.
    let box = try #require(inkBox(own[20]))
    #expect(abs((box[0] + box[2]) - 319) <= 3)
    #expect(box[3] <= 180 - 10 + 1 && box[1] >= 150)
  }

  @Test("a part of a film looks as the whole of it, and every segment as one piece")
  func parts() throws {
    let text =
      Self.header + """
        Dialogue: 0,0:00:00.50,0:00:06.00,Default,,0,0,0,,Lower line
        Dialogue: 0,0:00:01.00,0:00:11.00,Default,,0,0,0,,{\\fad(3000,2000)}Upper line

        """
    let (own, folder) = try pictures("film.ass", text, rate: 10, seconds: 12)
    let judge = try judged(folder, "film.ass", rate: 10, seconds: 12)
    try #require(own.count == 120)
    for frame in [20, 55, 61, 80, 100, 119] {
      #expect(meanDifference(own[frame], judge[frame]) < 0.8, "frame \(frame)")
    }
    // Alone, without the frames before it.
    let picture = folder.path("frame.png")
    try editc(["frame", folder.path("film.edit"), "--at", "8s", "-o", picture, "--no-cache"])
    let alone = try ffmpeg([
      "-i", picture, "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv444p,extractplanes=y", "-f",
      "rawvideo", "-",
    ])
    #expect(meanDifference(alone, own[80]) < 1)
  }

  @Test("words in other scripts are drawn with the fonts that have them")
  func otherScripts() throws {
    let text = "1\n00:00:00,000 --> 00:00:01,000\n\u{4F60}\u{597D} A\u{0301} \u{0928}\u{092E}\n"
    let (own, _) = try pictures("film.srt", text, seconds: 1)
    #expect(inkBox(own[5]) != nil)
  }

  @Test("words are filled as ffmpeg's own filter fills those of ASS, frame for frame")
  func karaokeAsFilter() throws {
    let ass =
      Self.header + """
        Dialogue: 0,0:00:00.20,0:00:02.00,Default,,0,0,0,,{\\1c&H3030F0&\\2c&HFFFFFF&\\k40}Hello {\\k40}big {\\k100}world

        """
    let style = "{font: DejaVu Sans, size: 20px, stroke: 2px black, place: \"bottom, margin 10px\","
    let (own, folder) = try pictures(
      "film.vtt", "WEBVTT\n\n00:00.200 --> 00:02.000\nHello <00:00.600>big <00:01.000>world\n",
      rest: ", style: \(style) words: fill, highlight: \"#f03030\"}")
    _ = try folder.write("film.ass", ass)
    let judge = try judged(folder, "film.ass")
    try #require(own.count == 80 && judge.count == 80)
    for frame in 0..<80 {
      #expect(meanDifference(own[frame], judge[frame]) < 0.6, "frame \(frame)")
      #expect(inkBox(own[frame]) == inkBox(judge[frame]), "frame \(frame)")
    }
  }

  @Test(
    "a word is lit in exactly the frames of its time, and the files beside the film have the times of its part"
  )
  func karaokeAndSidecars() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "words.json",
      """
      {"segments": [{"start": 0.2, "end": 2.0, "text": " Hello big green world", "words": [
        {"word": " Hello", "start": 0.2, "end": 0.6}, {"word": " big", "start": 0.6, "end": 1.0},
        {"word": " green", "start": 1.0, "end": 1.32}, {"word": " world", "start": 1.4, "end": 2.0}]}]}
      """)
    let script = """
      edit: 1
      canvas: {size: 320x180, rate: 25}
      timeline: [{color: "#203040", for: 2.4s}]
      subtitles:
        - {file: words.json, style: {size: 20px, highlight: red, words: karaoke}}
        - {file: words.json, mode: sidecar}
        - {file: words.json, mode: sidecar, format: vtt, language: eng}
      outputs: [{file: film.mp4, video: {quality: 1, speed: ultrafast, pixel-format: yuv444p}}]
      """
    let path = folder.path("film.mp4")
    try editc(["render", folder.write("film.edit", script), "--range", "0.4s..2.4s", "--no-cache"])
    let bytes = try ffmpeg(["-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
    let size = 320 * 180 * 3
    try #require(bytes.count == 50 * size)
    /// The columns in which something is red.
    let lit = (0..<50).map { frame in
      Set(
        (0..<320 * 180).filter { pixel in
          let place = frame * size + pixel * 3
          return Int(bytes[place]) - Int(bytes[place + 1]) > 100
        }.map { $0 % 320 })
    }
    // Frame 0 is frame 10 of the film: Hello to 15, big to 25, green to 33, world from 35 to 50.
    let words = [0..<5, 5..<15, 15..<23, 25..<40]
    for range in words {
      let first = lit[range.lowerBound]
      #expect(!first.isEmpty)
      for frame in range { #expect(lit[frame] == first, "frame \(frame)") }
    }
    for (before, after) in zip(words, words.dropFirst()) {
      #expect(lit[before.lowerBound].max() ?? 0 < lit[after.lowerBound].min() ?? 0)
    }
    #expect((0..<50).filter { lit[$0].isEmpty } == [23, 24] + Array(40..<50))

    #expect(
      try String(contentsOfFile: folder.path("film.srt"), encoding: .utf8)
        == "1\n00:00:00,000 --> 00:00:01,600\nHello big green world\n")
    #expect(
      try String(contentsOfFile: folder.path("film.eng.vtt"), encoding: .utf8)
        == "WEBVTT\n\n00:00:00.000 --> 00:00:01.600\nHello <00:00:00.200>big <00:00:00.600>green <00:00:01.000>world\n"
    )
    for file in ["film.srt", "film.eng.vtt"] {
      let lines = String(decoding: try ffmpeg(["-i", folder.path(file), "-f", "srt", "-"]), as: UTF8.self)
      #expect(lines.contains("00:00:00,000 --> 00:00:01,600"), "\(lines)")
    }
  }

  // MARK: Streams

  @Test("streams have their languages, and their lines the times of the cut to the millisecond")
  func streams() throws {
    let folder = try TemporaryFolder()
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=6", "-c:v", "libx264", "-preset", "ultrafast",
      folder.path("clip.mp4"),
    ])
    _ = try folder.write(
      "en.srt",
      "1\n00:00:00,400 --> 00:00:01,234\n<i>One</i> & all\n\n2\n00:00:02,000 --> 00:00:04,500\nTwo\n\n3\n00:00:04,000 --> 00:00:05,000\nThree\n"
    )
    let script = """
      edit: 1
      canvas: {size: 320x180, rate: 25}
      timeline:
        - {clip: clip.mp4, take: 3s..5s}
        - {clip: clip.mp4, take: 0s..2.5s}
      subtitles:
        - {file: en.srt, of: clip.mp4, mode: stream, language: eng}
        - {mode: stream, language: de, cues: [{at: 1s..2s, text: "Grüße\\n漢字"}]}
      outputs: [{file: film.mp4, video: {speed: ultrafast}}]
      """
    for ending in ["mp4", "mov", "m4v", "mkv"] {
      let path = folder.path("film.\(ending)")
      try editc(["render", folder.write("film.edit", script), "-o", path, "--no-cache"])
      let facts = try run([
        "ffprobe", "-v", "error", "-select_streams", "s", "-show_entries",
        "stream=codec_name:stream_tags=language:stream_disposition=default", "-of", "csv=p=0", path,
      ])
      let codec = ending == "mkv" ? "subrip" : "mov_text"
      // FFmpeg calls QuickTime's German by its older name, which is also Matroska's.
      #expect(facts.text == "\(codec),1,eng\n\(codec),0,\(["mov", "mkv"].contains(ending) ? "ger" : "deu")\n")
      #expect(
        try lines(path, stream: 0) == [
          "00:00:00,000 --> 00:00:01,000|Two", "00:00:01,000 --> 00:00:01,500|Two|Three",
          "00:00:01,500 --> 00:00:02,000|Three", "00:00:02,400 --> 00:00:03,234|<i>One</i> & all",
          "00:00:04,000 --> 00:00:04,500|Two",
        ])
      #expect(try lines(path, stream: 1) == ["00:00:01,000 --> 00:00:02,000|Grüße|漢字"])
    }
    // A part of the film has the part of the lines.
    let part = folder.path("part.mp4")
    try editc(["render", folder.path("film.edit"), "-o", part, "--range", "1.2s..3s", "--no-cache"])
    #expect(
      try lines(part, stream: 0) == [
        "00:00:00,000 --> 00:00:00,300|Two|Three", "00:00:00,300 --> 00:00:00,800|Three",
        "00:00:01,200 --> 00:00:01,800|<i>One</i> & all",
      ])
  }

  /// The lines of a stream as ffmpeg writes them into SRT, one text each.
  private func lines(_ path: String, stream: Int) throws -> [String] {
    let text = String(
      decoding: try ffmpeg(["-i", path, "-map", "0:s:\(stream)", "-f", "srt", "-"]), as: UTF8.self
    ).replacing(#/</?font[^>]*>/#, with: "").replacing("\r\n", with: "\n")
    return text.split(separator: "\n\n").map { block in
      block.split(separator: "\n").dropFirst().joined(separator: "|")
    }
  }

  @Test("streams of another script go with the items that play it, into the streams of their languages")
  func streamsOfScripts() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "inner.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 10}
      timeline: [{color: navy, for: 4s}]
      subtitles:
        - {mode: stream, language: eng, cues: [{at: 1s..3s, text: Inner}]}
        - {mode: stream, language: fra, cues: [{at: 0s..1s, text: Dedans}]}
      """)
    let script = try folder.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 10}
      timeline: [{color: teal, for: 1s}, {edit: inner.edit, speed: 2x}, {edit: inner.edit, take: 2s..4s}]
      subtitles: [{mode: stream, language: eng, cues: [{at: 0s..1s, text: Outer}]}]
      outputs: [{file: film.mp4, video: {speed: ultrafast}}]
      """)
    let path = folder.path("film.mp4")
    try editc(["render", script, "-o", path, "--no-cache"])
    #expect(
      try lines(path, stream: 0) == [
        "00:00:00,000 --> 00:00:01,000|Outer", "00:00:01,500 --> 00:00:02,500|Inner",
        "00:00:03,000 --> 00:00:04,000|Inner",
      ])
    #expect(try lines(path, stream: 1) == ["00:00:01,000 --> 00:00:01,500|Dedans"])
  }

  @Test(
    "subtitles in a media file follow its takes, whatever form of text they have",
    arguments: cases([("mkv", "srt"), ("mp4", "mov_text"), ("mkv", "ass"), ("mkv", "webvtt")], quick: 2))
  func ofMedia(ending: String, codec: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "en.srt",
      "1\n00:00:00,500 --> 00:00:01,500\n<i>One</i> & all\n\n2\n00:00:03,203 --> 00:00:04,407\nTwo\nlines\n")
    _ = try folder.write("de.srt", "1\n00:00:01,000 --> 00:00:05,000\nGrüße\n")
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc=s=64x36:r=25:d=6", "-i", folder.path("en.srt"), "-i",
      folder.path("de.srt"),
      "-map", "0", "-map", "1", "-map", "2", "-c:s", codec, "-metadata:s:s:0", "language=eng",
      "-metadata:s:s:1",
      "language=deu", folder.path("disc.\(ending)"),
    ])
    let script = """
      edit: 1
      canvas: {size: 64x36, rate: 25}
      timeline:
        - {clip: disc.\(ending), take: 3s..5s}
        - {clip: disc.\(ending), take: 0s..2s, speed: 2x}
      subtitles:
        - {of: disc.\(ending), stream: 0, mode: stream}
        - {of: disc.\(ending), language: deu, mode: stream}
      outputs: [{file: film.mp4, video: {speed: ultrafast}}]
      """
    try editc(["render", folder.write("film.edit", script), "--no-cache"])
    let path = folder.path("film.mp4")
    #expect(
      try lines(path, stream: 0) == [
        "00:00:00,203 --> 00:00:01,407|Two|lines", "00:00:02,250 --> 00:00:02,750|<i>One</i> & all",
      ])
    #expect(
      try lines(path, stream: 1) == [
        "00:00:00,000 --> 00:00:02,000|Grüße", "00:00:02,500 --> 00:00:03,000|Grüße",
      ])
    let languages = try run([
      "ffprobe", "-v", "error", "-select_streams", "s", "-show_entries", "stream_tags=language", "-of",
      "csv=p=0", path,
    ])
    #expect(languages.text == "eng\ndeu\n")
    // What the script keeps is not missed.
    let findings = try run([builtEditc, "lint", "-v", folder.path("film.edit")])
    #expect(!findings.text.contains("track-left-out"), "\(findings.text)")
  }

  @Test("a change of the file makes its segments again, and no others")
  func keys() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("en.srt", "1\n00:00:01,000 --> 00:00:02,000\nOne\n")
    let script = try folder.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 10}
      timeline: [{color: navy, for: 30s}]
      subtitles: [en.srt]
      outputs: [{file: film.mp4, video: {speed: ultrafast}}]
      """)
    let before = try planKeys(script)
    try #require(before.count > 2)
    _ = try folder.write("en.srt", "1\n00:00:01,000 --> 00:00:02,000\nTwo\n")
    let after = try planKeys(script)
    #expect(before[0] != after[0])
    #expect(before.dropFirst() == after.dropFirst())
  }

  private func planKeys(_ script: String) throws -> [String] {
    let result = try run([builtEditc, "plan", script, "--no-cache"])
    try #require(result.exitCode == 0, "\(result.errorText)")
    return result.text.split(separator: "\n").filter { $0.contains("key ") }.map(String.init)
  }
}

@Suite("Emoji in burned-in subtitles")
struct EmojiTests {
  private static let hasEmojiFont =
    (try? run(["fc-list", ":color=true:charset=1f389"]))?.text.isEmpty == false

  /// How many pixels of a frame have a strong colour.
  private func colouredPixels(_ cue: String) throws -> Int {
    let folder = try TemporaryFolder()
    _ = try folder.write("a.srt", "1\n00:00:00,000 --> 00:00:01,000\n\(cue)\n")
    let script = """
      edit: 1
      canvas: {size: 640x360, rate: 25}
      timeline: [{color: black, for: 0.2s}]
      subtitles: [{file: a.srt}]
      outputs: [{file: film.mp4, video: {quality: 1}}]
      """
    try editc(["render", folder.write("film.edit", script), "--no-cache"])
    let pixels = try ffmpeg([
      "-i", folder.path("film.mp4"), "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-",
    ])
    return stride(from: 0, to: pixels.count - 2, by: 3).count { place in
      let channels = pixels[place..<place + 3]
      return Int(channels.max() ?? 0) - Int(channels.min() ?? 0) > 60
    }
  }

  @Test(
    "Words are white and emoji have their colours, whatever the style of the words",
    .enabled(if: hasEmojiFont, "needs a font with coloured emoji"))
  func colours() throws {
    #expect(try colouredPixels("Party") == 0)
    let one = try colouredPixels("Party \u{1F389}")
    #expect(one > 60)
    // Each of several has its own picture, side by side too.
    #expect(try colouredPixels("\u{1F389}\u{1F389} <b>and</b> \u{1F389}") > one * 5 / 2)
    // A face that fonts have an outline of, in bold, in which they do not.
    #expect(try colouredPixels("<b>\u{1F600}</b>") > 60)
    // A flag is one picture of two letters.
    #expect(try colouredPixels("\u{1F1E9}\u{1F1EA}") > 60)
  }

  @Test(
    "An ASS file cannot show them, and lint says so",
    .enabled(if: hasEmojiFont, "needs a font with coloured emoji"))
  func substation() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "a.ass",
      "[Script Info]\n[Events]\nFormat: Start, End, Text\nDialogue: 0:00:00.00,0:00:01.00,Hi \u{1F389}\n")
    _ = try folder.write("a.srt", "1\n00:00:00,000 --> 00:00:01,000\nHi \u{1F389}\n")
    for (file, isFound) in [("a.ass", true), ("a.srt", false)] {
      let script =
        "edit: 1\ncanvas: {size: 640x360, rate: 25}\ntimeline: [{color: black, for: 2s}]\nsubtitles: [{file: \(file)}]"
      let path = try folder.write("film.edit", script)
      let result = try run([builtEditc, "lint", path])
      #expect((result.text + result.errorText).contains("[missing-glyph]") == isFound, "\(result.text)")
    }
  }
}
