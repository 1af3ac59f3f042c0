import Diagnostics
import Testing

/// What `keep` of an output cannot keep.
@Suite struct KeptTests {
  private let media = """
    disc.mkv  video 1280x720 30 10s  timecode 01:00:00:00  audio 48000 stereo  subtitle subrip  subtitle hdmv_pgs_subtitle
    tape.mov  video 1280x720 30 10s  timecode 02:00:00:00  data unknown  data mebx
    film.mov  video 1280x720 24 10s  timecode 02:00:00:00
    plain.mp4  video 1280x720 30 10s
    """

  private func findings(_ story: String, _ output: String) throws -> Findings {
    try Findings(head + "timeline: \(story)\noutputs: [{\(output)}]\n", media: media)
  }

  @Test("Subtitles that are pictures are refused by name, and files without room for a stream")
  func subtitles() throws {
    let disc = "[{clip: disc.mkv, take: ..4s}]"
    let pictures = try findings(disc, "file: a.mkv, keep: [subtitles]").one(.outputCannotHold)
    #expect(
      pictures.message
        == "stream 3 of 'disc.mkv' has subtitles that are not text (hdmv_pgs_subtitle), which cannot be kept")
    for (output, kind) in [
      ("file: a.webm", ".webm"), ("file: a.ts", ".ts"), ("file: a.mp4, fragment: 1s", "fragmented .mp4"),
      ("file: a.txt", ".txt"),
    ] {
      let messages = try findings(disc, output + ", keep: [subtitles]").messages(.outputCannotHold)
      #expect(messages.contains("\(kind) files cannot store subtitle streams"), "\(messages)")
    }
    let none = try findings("[{clip: plain.mp4}]", "file: a.mkv, keep: subtitles").one(.noEffect)
    #expect(none.message.hasPrefix("no clip of the timeline has subtitles"))
  }

  @Test("A timecode that does not continue is refused where it breaks")
  func timecode() throws {
    let refused = [
      (
        "[{clip: disc.mkv, take: ..2s}, {clip: tape.mov, take: 1s..2s}]",
        "the clip at frame 60 shows 02:00:01:00 instead of 01:00:02:00"
      ),
      (
        "[{clip: disc.mkv, take: ..2s}, {color: navy, for: 1s}]",
        "the clip at frame 60 has none instead of 01:00:02:00"
      ),
      ("[{clip: plain.mp4, take: ..1s}, {clip: disc.mkv}]", "the clip at frame 0 has none"),
      ("[{clip: disc.mkv, speed: 2x}]", "the clip at frame 0 plays at another speed, or more than once"),
      ("[{clip: film.mov}]", "the clip at frame 0 counts 24 frames per second, not 30"),
    ]
    for (story, message) in refused {
      let finding = try findings(story, "file: a.mov, keep: [timecode]").one(.outputCannotHold)
      #expect(
        finding.message == "the timecode cannot be kept: a file counts on from its first frame, but "
          + message)
    }
    let goes = "[{clip: disc.mkv, take: ..2s}, {clip: disc.mkv, take: 2s..3s}]"
    #expect(try findings(goes, "file: a.mov, keep: [timecode]").of(.outputCannotHold).isEmpty)
    #expect(
      try findings(goes, "file: a.mkv, keep: [timecode]").one(.outputCannotHold).message
        == ".mkv files cannot store timecode")
    #expect(
      try findings(goes, "file: a.mov, keep: timecode, timecode: 00:00:00:00").one(.competingKeys).message
        == "`keep` keeps the timecode of the media, but `timecode` sets another")
    #expect(
      try findings("[{clip: plain.mp4}]", "file: a.mov, keep: timecode").one(.noEffect).message.hasPrefix(
        "no clip of the timeline has a timecode"))
  }

  @Test("Data streams are refused by name")
  func data() throws {
    let finding = try findings("[{clip: tape.mov}]", "file: a.mov, keep: [data]").one(.outputCannotHold)
    #expect(
      finding.message
        == "data streams cannot be kept: FFmpeg does not write their description; 'tape.mov' has 1 (unknown) and 2 (mebx)"
    )
    #expect(
      try findings("[{clip: plain.mp4}]", "file: a.mov, keep: [data]").one(.noEffect).message.hasPrefix(
        "no clip of the timeline has data streams"))
  }
}
