import FoundationEssentials
import TestSupport
import Testing

/// What a trial of editc by a new user found wrong in films and in what commands say of real files.
@Suite("Films and files of a trial")
struct TrialFilmTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=2", "-f", "lavfi", "-i", "sine=440:r=48000:d=2",
      "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", "-ac", "2",
      folder.path("a.mp4"),
    ])
  }

  private func editc(_ arguments: String..., script: String) throws -> (exitCode: Int32, words: String) {
    _ = try folder.write("film.edit", script)
    let result = try run([builtEditc] + arguments, in: folder.root)
    return (result.exitCode, result.text + result.errorText)
  }

  private func probe(_ entries: String, _ file: String) throws -> String {
    try run(["ffprobe", "-v", "error", "-show_entries", entries, "-of", "csv=p=0", folder.path(file)]).text
  }

  @Test(
    "A part may end where the film ends, which is the length that the plan tells",
    arguments: ["0.79s", "0.81s"])
  func length(take: String) throws {
    let script = """
      edit: 1
      canvas: {size: 320x180, rate: 25}
      timeline: [{clip: a.mp4, take: ..\(take)}]
      outputs: [{file: film.mp4}]
      """
    let plan = try editc("plan", "film.edit", script: script)
    #expect(plan.words.contains("0.8"), "\(plan.words)")
    for range in ["0s..0.8s", "..\(take)", "0.4s..", "last 0.4s"] {
      let part = try editc("render", "film.edit", "--range", range, "--force", "--no-cache", script: script)
      #expect(part.exitCode == 0, "\(range): \(part.words)")
      let frames = range.hasPrefix("0.4") || range.hasPrefix("last") ? 10 : 20
      #expect(part.words.contains("film.mp4: \(frames) frames"), "\(range): \(part.words)")
    }
    let beyond = try editc(
      "render", "film.edit", "--range", "0s..0.9s", "--force", "--no-cache", script: script)
    #expect(beyond.exitCode != 0 && beyond.words.contains("extends beyond the film"), "\(beyond.words)")
  }

  @Test("A canvas that follows a clip of odd size can be encoded")
  func oddSize() throws {
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=426x360:r=25:d=0.4,scale=427:361", "-c:v", "ffv1", "-pix_fmt",
      "yuv444p",
      folder.path("odd.mkv"),
    ])
    let result = try editc(
      "render", "film.edit", "--no-cache",
      script: "edit: 1\ntimeline: [{clip: odd.mkv}]\noutputs: [{file: film.mp4}]")
    #expect(result.exitCode == 0, "\(result.words)")
    #expect(try probe("stream=width,height", "film.mp4").hasPrefix("428,362"))
  }

  @Test("Tracks of a real file that are left out are named")
  func tracks() throws {
    _ = try folder.write(
      "marks.txt", ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle=One\n")
    _ = try folder.write("a.srt", "1\n00:00:00,000 --> 00:00:01,000\nHello\n")
    try ffmpeg([
      "-i", folder.path("a.mp4"), "-i", folder.path("a.srt"), "-i", folder.path("marks.txt"), "-map", "0:v",
      "-map", "0:a", "-map", "0:a", "-map", "1", "-map_metadata", "2", "-c:v", "copy", "-c:a", "copy",
      folder.path("all.mkv"),
    ])
    let lint = try editc(
      "lint", "film.edit",
      script: "edit: 1\ntimeline: [{clip: all.mkv}]\noutputs: [{file: film.mp4, mode: passthrough}]")
    #expect(
      lint.words.contains(
        "warning: not in the film from 'all.mkv': 1 audio track, 1 subtitle track (ass), 1 chapter"
      ),
      "\(lint.words)")
  }

  @Test("A clean aperture is read from the file")
  func aperture() throws {
    // FFmpeg writes one for uncompressed pictures, of the whole picture.
    let path = folder.path("clean.mov")
    try ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=0.2", "-c:v", "v210", path])
    let script = "edit: 1\ncanvas: {size: 320x180, rate: 25}\ntimeline: [{clip: clean.mov}]"
    let whole = try editc("lint", "film.edit", script: script)
    #expect(!whole.words.contains("clean-aperture"), "\(whole.words)")
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: "clap".utf8) }, "this FFmpeg writes no clean aperture")
    // The width, 320/1, becomes 300/1, and the middle moves by two pixels to the left.
    bytes.replaceSubrange(place + 4..<place + 8, with: [0, 0, 1, 44])
    bytes.replaceSubrange(place + 8..<place + 12, with: [0, 0, 0, 1])
    bytes.replaceSubrange(place + 20..<place + 28, with: [0xFF, 0xFF, 0xFF, 0xFE, 0, 0, 0, 1])
    try Data(bytes).write(to: URL(filePath: path))
    let cut = try editc("lint", "film.edit", script: script)
    #expect(
      cut.words.contains("'clean.mov' asks to be shown as 300x180 of its 320x180 pixels"), "\(cut.words)")
    #expect(cut.words.contains("`crop: 8px, 0px 300x180`"), "\(cut.words)")
    // Applied, it is the part that ffmpeg cuts out, and the canvas has its size.
    let rendered = try editc(
      "render", "film.edit", "--no-cache",
      script: """
        edit: 1
        canvas: {color: bt601}
        media: {tape: {file: clean.mov, aperture: clean}}
        timeline: [{clip: tape}]
        outputs: [{file: film.mkv, video: {codec: ffv1}}]
        """)
    #expect(rendered.exitCode == 0 && !rendered.words.contains("clean-aperture"), "\(rendered.words)")
    #expect(try probe("stream=width,height", "film.mkv").hasPrefix("300,180"))
    let gray = ["-f", "rawvideo", "-pix_fmt", "gray", "-"]
    let shown = try ffmpeg(["-i", folder.path("film.mkv")] + gray)
    let expected = try ffmpeg(["-i", path, "-vf", "crop=300:180:8:0"] + gray)
    try #require(shown.count == 5 * 300 * 180 && expected.count == shown.count)
    let difference = zip(shown, expected).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(difference) / Double(shown.count) < 1, "\(difference)")
  }

  @Test("A film that is named as subtitles, too, is one mistake")
  func filmAsSubtitles() throws {
    let lint = try editc(
      "lint", "film.edit",
      script: "edit: 1\ntimeline: [{clip: a.mp4}]\nsubtitles: [{file: a.mp4}]\noutputs: [{file: film.mp4}]")
    #expect(lint.words.contains("the file is not a text file"), "\(lint.words)")
    #expect(lint.words.contains("1 error"), "\(lint.words)")
  }

  @Test("An AVIF file with one picture is a still")
  func avif() throws {
    let made = try run([
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=1", "-frames:v", "1", "-c:v",
      "libaom-av1", "-still-picture", "1", "-cpu-used", "8", folder.path("still.avif"),
    ])
    guard made.exitCode == 0 else { return }
    let result = try editc(
      "render", "film.edit", "--no-cache",
      script: """
        edit: 1
        canvas: {size: 64x64, rate: 25}
        timeline: [{image: still.avif, for: 0.2s}]
        outputs: [{file: film.mp4}]
        """)
    #expect(result.exitCode == 0, "\(result.words)")
  }

  @Test("HEVC is copied under the name that all players know", arguments: ["hev1", "hvc1"])
  func hevc(name: String) throws {
    let made = try run([
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=128x64:r=25:d=0.4", "-c:v", "libx265",
      "-tag:v",
      name, "-x265-params", "log-level=none", folder.path("coded.mov"),
    ])
    guard made.exitCode == 0 else { return }
    let result = try editc(
      "render", "film.edit", "--no-cache",
      script: "edit: 1\ntimeline: [{clip: coded.mov}]\noutputs: [{file: film.mp4, mode: passthrough}]")
    #expect(result.exitCode == 0, "\(result.words)")
    #expect(try probe("stream=codec_tag_string", "film.mp4").hasPrefix("hvc1"))
    try ffmpeg(["-xerror", "-i", folder.path("film.mp4"), "-f", "null", "-"])
  }

  @Test("A check that fails after the render names its line and the time")
  func checks() throws {
    let result = try editc(
      "render", "film.edit", "--no-cache",
      script: """
        edit: 1
        canvas: {size: 64x64, rate: 25}
        timeline: [{color: white, for: 1s}, {color: black, for: 2s}]
        audio: [{clip: a.mp4, take: ..1s, at: 0s}]
        checks: {black: ..1s, silence: ..1s}
        outputs: [{file: film.mp4}]
        """)
    #expect(result.exitCode == 1)
    #expect(
      result.words.contains("film.edit:5:17: error: the film is black for 2s from 1s (00:00:01.000) on"),
      "\(result.words)")
    #expect(result.words.contains("film.edit:5:32: error: the film is silent for"), "\(result.words)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("film.mp4")))
  }

  @Test("Warnings are counted by `render`, and listed by `lint`")
  func warnings() throws {
    let script = """
      edit: 1
      canvas: {size: 1280x720, rate: 25}
      timeline: [{clip: a.mp4, take: ..0.2s}]
      outputs: [{file: film.mp4, video: {speed: ultrafast}}]
      """
    let render = try editc("render", "film.edit", "--no-cache", script: script)
    #expect(render.words.hasPrefix("editc: film.edit has "), "\(render.words)")
    #expect(render.words.contains("; `editc lint film.edit` lists them\n"), "\(render.words)")
    #expect(render.words.contains("film.mp4: 5 frames, 0.2s"))
    #expect(try editc("lint", "film.edit", script: script).words.contains("[upscaled]"))
    #expect(
      try editc("render", "film.edit", "--force", "--no-cache", "--progress", "none", script: script).words
        .isEmpty)
  }
}
