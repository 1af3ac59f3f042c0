import TestSupport
import Testing

/// What outputs keep of their media, judged by ffmpeg's subtitles and ffprobe's timecode.
@Suite("What is kept of the media")
struct KeptContentTests {
  private func subtitles(_ path: String) throws -> [String] {
    try run([
      "ffprobe", "-v", "error", "-select_streams", "s", "-show_entries", "stream_tags=language", "-of",
      "csv=p=0",
      path,
    ]).text.split(separator: "\n").map(String.init)
  }

  /// The lines of a stream as ffmpeg writes them into SRT, one text each.
  private func lines(_ path: String, _ stream: Int) throws -> [String] {
    let text = String(
      decoding: try ffmpeg(["-i", path, "-map", "0:s:\(stream)", "-f", "srt", "-"]), as: UTF8.self
    ).replacing(#/</?font[^>]*>/#, with: "").replacing("\r\n", with: "\n")
    return text.split(separator: "\n\n").map { block in
      block.split(separator: "\n").dropFirst().joined(separator: "|")
    }
  }

  private func cues(_ cues: [(String, String)]) -> String {
    cues.map { times, text in "1\n\(times)\n\(text)\n\n" }.joined()
  }

  @Test(
    "Subtitles of clips are cut, moved and timed as the clips are",
    arguments: cases(["mp4", "mkv"], quick: 2))
  func subtitles(ending: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "en.srt",
      cues([("00:00:00,400 --> 00:00:01,234", "One"), ("00:00:02,000 --> 00:00:04,000", "<i>Two</i> & all")]))
    _ = try folder.write("de.srt", cues([("00:00:01,500 --> 00:00:02,500", "Zwei")]))
    _ = try folder.write("other.srt", cues([("00:00:01,000 --> 00:00:01,500", "Three")]))
    let made: [(String, [String], [String])] = [
      ("a", ["en", "de"], ["eng", "ger"]), ("b", ["other"], ["eng"]),
    ]
    for (name, files, languages) in made {
      var words = ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=4"]
      for file in files { words += ["-i", folder.path("\(file).srt")] }
      words += ["-map", "0"]
      for (index, language) in languages.enumerated() {
        words += ["-map", "\(index + 1)", "-metadata:s:s:\(index)", "language=\(language)"]
      }
      words += ["-c:v", "libx264", "-g", "25", "-bf", "0", "-preset", "ultrafast", "-c:s", "subrip"]
      try ffmpeg(words + [folder.path("\(name).mkv")])
    }
    let script = """
      edit: 1
      timeline:
        - {clip: a.mkv, take: 1s..3s}
        - {clip: b.mkv, take: 0s..2s, speed: 2x}
      outputs:
        - {file: film.\(ending), keep: [subtitles], video: {speed: ultrafast}}
        - {file: one.\(ending), keep: subtitles, subtitles: deu, video: {speed: ultrafast}}
        - {file: film.srt, keep: [subtitles], subtitles: eng}
      """
    let path = try folder.write("film.edit", script)
    try editc(["render", path, "--no-cache"])
    let film = folder.path("film.\(ending)")
    #expect(try subtitles(film).count == 2)
    // By hand: the take of a begins 1 s into it, and b plays twice as fast after 2 s of film.
    let english = [
      "00:00:00,000 --> 00:00:00,234|One", "00:00:01,000 --> 00:00:02,000|<i>Two</i> & all",
      "00:00:02,500 --> 00:00:02,750|Three",
    ]
    #expect(try lines(film, 0) == english)
    #expect(try lines(film, 1) == ["00:00:00,500 --> 00:00:01,500|Zwei"])
    #expect(try lines(folder.path("one.\(ending)"), 0) == ["00:00:00,500 --> 00:00:01,500|Zwei"])
    #expect(try subtitles(folder.path("one.\(ending)")).count == 1)
    #expect(try lines(folder.path("film.srt"), 0) == english)

    // A copy keeps them, too, and nothing is left out.
    _ = try folder.write(
      "copy.edit",
      "edit: 1\ntimeline: [{clip: a.mkv, take: 1s..3s}]\n"
        + "outputs: [{file: copy.\(ending), mode: passthrough, keep: [subtitles]}]\n")
    let copied = try run([builtEditc, "render", folder.path("copy.edit"), "--no-cache"])
    #expect(copied.exitCode == 0 && !copied.errorText.contains("track-left-out"), "\(copied.errorText)")
    #expect(try lines(folder.path("copy.\(ending)"), 0) == Array(english.prefix(2)))
    #expect(try lines(folder.path("copy.\(ending)"), 1) == ["00:00:00,500 --> 00:00:01,500|Zwei"])
  }

  @Test("The timecode of the first clip is kept where it continues")
  func timecode() throws {
    let folder = try TemporaryFolder()
    for (name, rate, start) in [("pal", "25", "01:00:00:00"), ("ntsc", "30000/1001", "00:00:59;28")] {
      try ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=64x64:r=\(rate)", "-t", "4", "-c:v", "libx264", "-g", "25", "-bf",
        "0",
        "-preset", "ultrafast", "-timecode", start, folder.path("\(name).mov"),
      ])
    }
    let takes: [(String, String, String)] = [
      ("[{clip: pal.mov, take: 1s..2s}, {clip: pal.mov, take: 2s..3s}]", "", "01:00:01:00"),
      ("[{clip: pal.mov, take: 1s..3s}]", ", mode: passthrough", "01:00:01:00"),
      ("[{clip: pal.mov, take: 1s..3s}]", ", range: 5f..15f", "01:00:01:05"),
      // The part shows only the second clip.
      ("[{clip: pal.mov, take: 3s..4s}, {clip: pal.mov, take: 0s..2s}]", ", range: 1s..2s", "01:00:00:00"),
      // Drop-frame timecode has no frames 00 and 01 in this minute.
      ("[{clip: ntsc.mov, take: 2f..20f}]", "", "00:01:00;02"),
    ]
    for (number, (story, output, expected)) in takes.enumerated() {
      let script =
        "edit: 1\ntimeline: \(story)\noutputs: [{file: film\(number).mov, keep: [timecode]\(output)}]\n"
      try editc(["render", folder.write("film.edit", script), "--no-cache"])
      let found = try run([
        "ffprobe", "-v", "error", "-select_streams", "d", "-show_entries",
        "stream=codec_tag_string:stream_tags=timecode",
        "-of", "csv=p=0", folder.path("film\(number).mov"),
      ])
      #expect(found.text == "tmcd,\(expected)\n", "\(story)")
    }
  }
}
