import Basics
import Composition
import FoundationEssentials
import Interchange
import Testing

@Suite("Films as cuts")
struct TrackTests {
  private let media = """
    sea.mp4   video 1920x1080 25 60s  timecode 01:00:00:00  audio 48000 stereo
    mute.mp4  video 1920x1080 25 60s
    song.m4a  audio 48000 stereo 90s
    logo.png  still 640x360
    fonts
    """

  private func film(_ body: String) -> String {
    "edit: 1\ncanvas: {size: 1920x1080, rate: 25}\nmix: {splice: 0s}\n" + body
      + "\noutputs:\n  - file: out/film.mp4\n"
  }

  @Test("have the timeline as their first track, with the sound of its clips")
  func timeline() throws {
    let export = try exported(
      film(
        """
        timeline:
          - {clip: sea.mp4, take: 5s..9s}
          - transition: dissolve 1s
          - {clip: mute.mp4, take: 10s..14s}
          - gap: 2s
          - {clip: sea.mp4, take: 20s..24s, speed: 2x, volume: 0.5}
          - {clip: sea.mp4, freeze: 3s, for: 1s}
          - {color: red, for: 2s}
          - {clip: sea.mp4, take: 0s..2s, fade: {in: 1s, out: 400ms}}
        """), media: media)
    #expect(export.losses == [])
    let timeline = export.timeline
    // 1 s is 25 frames: 12 before the cut and 13 after it. The dissolve takes 1 s off the whole.
    #expect(
      try words(timeline.main.tracks[0], in: timeline) == [
        "sea.mp4 0s..3.48s from 5s heard", "dissolve 0.48s+0.52s", "mute.mp4 3.48s..7s from 10.48s", "gap 2s",
        "sea.mp4 9s..11s from 20s x2/1 heard volume 0.5", "sea.mp4 11s..12s from 3s frozen",
        "#ff0000 12s..14s from 0s", "sea.mp4 14s..16s from 0s heard in 1s out 0.4s",
      ])
    #expect(timeline.main.tracks.count == 1)
    let sea = try #require(timeline.media.first { $0.name == "sea.mp4" })
    #expect(sea.timing == .fromStart(timecode: RationalTime(seconds: 3600)))
    #expect(sea.duration == RationalTime(seconds: 60))
    #expect(sea.rate == FrameRate(25))
    #expect(sea.channels == 2)
    #expect(timeline.canvas.width == 1920)
    #expect(timeline.canvas.rate == FrameRate(25))
  }

  @Test("have as few tracks above it as keep the order of overlays")
  func overlays() throws {
    let export = try exported(
      film(
        """
        timeline:
          - {clip: mute.mp4, take: 0s..10s}
        overlays:
          - {image: logo.png, for: 2s, at: 1s, opacity: 0.5}
          - {color: blue, for: 2s, at: 2s}
          - {image: logo.png, for: 1s, at: 5s, place: "25%, 75%", width: 10%}
          - {text: Hello, for: 2s, at: 6s}
        """), media: media)
    let timeline = export.timeline
    #expect(
      try words(timeline.main.tracks[1], in: timeline) == [
        "gap 1s", "logo.png 1s..3s from 0s opacity 0.5 at 50.0,50.0", "gap 2s",
        "logo.png 5s..6s from 0s at 25.0,75.0",
        "title `Hello` 6s..8s from 0s",
      ])
    #expect(try words(timeline.main.tracks[2], in: timeline) == ["gap 2s", "#0000ff 2s..4s from 0s"])
    #expect(timeline.main.tracks.count == 3)
    #expect(words(export.losses) == ["- text Hello at 6s: size"])
  }

  @Test("have other sounds in tracks of their own")
  func sounds() throws {
    let export = try exported(
      film(
        """
        timeline:
          - {clip: mute.mp4, take: 0s..20s}
        audio:
          - {clip: song.m4a, take: 10s..20s, volume: 0.25, fade: 2s}
          - {clip: song.m4a, take: 30s..35s, at: 5s}
          - {clip: song.m4a, take: 40s..42s, at: 10s}
          - {tone: sine, frequency: 440Hz, for: 1s, at: 15s}
        """), media: media)
    let timeline = export.timeline
    #expect(
      try timeline.main.sounds.map { try words($0, in: timeline) } == [
        ["song.m4a 0s..10s from 10s volume 0.25 in 2s out 2s", "song.m4a 10s..12s from 40s"],
        ["gap 5s", "song.m4a 5s..10s from 30s"],
      ])
    #expect(words(export.losses) == ["- tone at 15s (sound): content"])
  }

  @Test("have a volume that comes from silence or goes to it as a fade")
  func volumes() throws {
    let export = try exported(
      film(
        """
        timeline:
          - {clip: mute.mp4, take: 0s..20s}
        audio:
          - {clip: song.m4a, take: 10s..20s, volume: 0.5 -> 0 over last 2s}
          - {clip: song.m4a, take: 30s..35s, at: 10s, volume: 0 -> 1 over first 500ms}
          - {clip: song.m4a, take: 40s..45s, at: 15s, volume: 0.2 -> 0.9}
        """), media: media)
    #expect(
      try words(export.timeline.main.sounds[0], in: export.timeline) == [
        "song.m4a 0s..10s from 10s volume 0.5 out 2s", "song.m4a 10s..15s from 30s in 0.5s",
        "song.m4a 15s..20s from 40s volume 0.9",
      ])
    #expect(words(export.losses) == ["~ clip song.m4a at 15s (sound): gain"])
  }

  @Test("play loops, backwards and films in films")
  func playing() throws {
    let export = try exported(
      film(
        """
        timeline:
          - {clip: mute.mp4, take: 1s..3s, loop: true, for: 5s}
          - {clip: mute.mp4, take: 4s..6s, speed: -1x}
          - {sequence: part}
        sequences:
          part:
            timeline:
              - {clip: mute.mp4, take: 7s..8s}
        """), media: media)
    let timeline = export.timeline
    #expect(export.losses == [])
    #expect(
      try words(timeline.main.tracks[0], in: timeline) == [
        "mute.mp4 0s..2s from 1s", "mute.mp4 2s..4s from 1s", "mute.mp4 4s..5s from 1s",
        "mute.mp4 5s..7s from 6s x-1/1", "sequence part 7s..8s from 0s",
      ])
    #expect(timeline.sequences.count == 2)
    #expect(try words(timeline.sequences[1].tracks[0], in: timeline) == ["mute.mp4 0s..1s from 7s"])
  }

  @Test("tell of everything that they do not hold")
  func losses() throws {
    let export = try exported(
      film(
        """
        timeline:
          - clip: sea.mp4
            take: 0s..4s
            name: A
            filters: [{blur: 4px}]
            flip: horizontal
            pan: -0.5
          - transition: wipe left 1s
          - clip: mute.mp4
            take: 10s..14s
            name: B
            speed: 1x -> 2x
        overlays:
          - {color: blue, for: 2s, at: 2s, blend: multiply, name: C, opacity: 0.2 -> 0.6}
          - {shape: ellipse, fill: red, width: 10%, height: 10%, for: 1s, name: D}
        """), media: media)
    #expect(
      words(export.losses) == [
        "- A at 0s: flip", "- A at 0s: filters", "~ B at 3s: picture", "~ C at 2s: opacity",
        "- C at 2s: blend",
        "- D at 0s: picture", "- A at 0s: pan", "~ film: duration",
      ])
    let transition = export.timeline.main.tracks[0].items[1]
    guard case .transition(let wipe) = transition else { return }
    #expect(wipe.kind == .named("wipe left"))
    let written = try export.written(as: .otio)
    #expect(written.losses.count > export.losses.count)
    #expect(written.losses.first?.place.description == "A at 0s")
  }

  @Test("keep markers, captions and the timecode of the first frame")
  func besidePictures() throws {
    let options = ExportOptions(
      name: "Film", timecode: StartTimecode(frame: 90000, isDropFrame: false)
    )
    let export = try exported(
      film(
        """
        timeline:
          - {clip: mute.mp4, take: 0s..10s}
        markers:
          Start: {at: 0s, chapter: true}
          Middle: {at: 5s, chapter: true}
        subtitles:
          - mode: stream
            language: en
            cues:
              - {at: 1s..2s, text: Hello}
        """), media: media, options)
    let timeline = export.timeline
    #expect(timeline.name == "Film")
    #expect(timeline.canvas.start == RationalTime(seconds: 3600))
    #expect(timeline.main.markers.map(\.name) == ["Start", "Middle"])
    #expect(timeline.main.markers.map(\.time) == [.zero, RationalTime(seconds: 5)])
    #expect(timeline.main.captions.map(\.text) == ["Hello"])
    #expect(
      timeline.main.captions.first?.range
        == TimeRange(start: RationalTime(seconds: 1), end: RationalTime(seconds: 2)))
  }

  @Test("write subtitles in the picture as captions, and words without their looks")
  func wordsInPictures() throws {
    let export = try exported(
      film(
        """
        timeline:
          - {clip: mute.mp4, take: 0s..10s}
        overlays:
          - {text: "<b>Hello</b> &amp; more", markup: true, for: 2s, at: 1s, stroke: 2px red}
          - {counter: frames, for: 1s, at: 4s}
        subtitles:
          - mode: burn
            cues:
              - {at: 1s..2s, text: One}
              - {at: 3s..4s, text: Two}
        """), media: media)
    let timeline = export.timeline
    #expect(timeline.main.captions.map(\.text) == ["One", "Two"])
    #expect(
      timeline.main.captions.map(\.range.start) == [RationalTime(seconds: 1), RationalTime(seconds: 3)])
    #expect(
      try words(timeline.main.tracks[1], in: timeline) == [
        "gap 1s", "title `Hello & more` 1s..3s from 0s", "gap 1s", "title `00` 4s..5s from 0s",
      ])
    #expect(
      words(export.losses) == [
        "~ text <b>Hello</b> &amp; more at 1s: isMarkup", "- text <b>Hello</b> &amp; more at 1s: size",
        "- text <b>Hello</b> &amp; more at 1s: outline", "- counter frames at 4s: size",
        "- counter frames at 4s: width",
        "~ counter frames at 4s: counter", "~ subtitles cues at 0s: picture",
      ])
  }

  @Test("play sound that begins before its picture in a track of its own, and tell of short fades once")
  func splitSounds() throws {
    let export = try exported(
      film(
        """
        timeline:
          - {clip: mute.mp4, take: 0s..4s}
          - {clip: sea.mp4, take: 5s..8s, audio: {lead: 1s}}
          - {clip: sea.mp4, take: 20s..22s}
        """
      ).replacing("splice: 0s", with: "splice: 5ms"), media: media)
    let timeline = export.timeline
    #expect(
      try words(timeline.main.tracks[0], in: timeline) == [
        "mute.mp4 0s..4s from 0s", "sea.mp4 4s..7s from 5s", "sea.mp4 7s..9s from 20s heard",
      ])
    #expect(try words(timeline.main.tracks[1], in: timeline) == ["gap 3s", "sea.mp4 3s..7s from 4s"])
    #expect(words(export.losses) == ["- film: fadesIn"])
  }

  @Test("can be written in every format with an ending, and in no other")
  func formats() throws {
    let export = try exported(
      film(
        """
        timeline:
          - {clip: sea.mp4, take: 5s..9s}
          - transition: dissolve 1s
          - {clip: mute.mp4, take: 10s..14s}
        """), media: media)
    for format in InterchangeFormat.allCases {
      guard format.isWritable else {
        #expect(throws: InterchangeProblem.self) { try export.written(as: format) }
        continue
      }
      #expect(try !export.written(as: format).text.isEmpty)
    }
  }

  @Test("without pictures have the frame rate that is asked for")
  func soundOnly() throws {
    let script = """
      edit: 1
      timeline:
        - {clip: song.m4a, take: 10s..20s}
      outputs:
        - file: out/song.m4a
      """
    let options = ExportOptions(soundRate: FrameRate(25))
    let export = try exported(script, media: media, options)
    #expect(export.timeline.canvas.rate == FrameRate(25))
    #expect(export.timeline.canvas.width == nil)
    #expect(
      try words(try #require(export.timeline.main.sounds.first), in: export.timeline) == [
        "song.m4a 0s..10s from 10s"
      ])
    #expect(try export.written(as: .edl).text.contains("00:00:10:00 00:00:20:00 00:00:00:00 00:00:10:00"))
  }

  @Test("tell of a canvas of another film, and of the mix")
  func settings() throws {
    var film = try compiledFilm(film("timeline:\n  - {clip: mute.mp4, take: 0s..10s}"), media: media)
    var part = film
    part.canvas.rate = FrameRate(30) ?? .onePerSecond
    part.canvas.size.width = 1280
    part.canvas.background = .transparent
    film.films = [NestedFilm(name: "part", composition: part, media: [0])]
    film.mix.loudness = -16
    film.mix.channelCount = 6
    let export = try ExportedTimeline(film)
    #expect(
      words(export.losses) == [
        "- film part: size", "- film part: rate", "~ film part: duration", "- film: channelCount",
        "- film: loudness",
      ])
    #expect(export.timeline.sequences.map(\.name) == [nil, "part"])
  }

  @Test("find their format by the ending of the file")
  func endings() {
    #expect(InterchangeFormat(exportingTo: "out/Film.OTIO") == .otio)
    #expect(InterchangeFormat(exportingTo: "film.xml") == .xmeml)
    #expect(InterchangeFormat(exportingTo: ".edl") == nil)
    #expect(InterchangeFormat(exportingTo: "a.b/film") == nil)
  }

  @Test("keep the names of items, whatever words they begin with")
  func names() throws {
    let names = [
      "color-grade", "gradient2", "text-for-ann", "clip_one", "imagery", "bars-at-end", "counter",
      "sequences",
      "script", "edit",
    ]
    let overlays = names.enumerated().map { "  - {clip: mute.mp4, take: ..1s, at: \($0)s, name: \($1)}" }
    let export = try exported(
      film(
        "timeline: [{clip: sea.mp4, take: ..20s}]\noverlays:\n" + overlays.joined(separator: "\n")
          + "\naudio: [{clip: song.m4a, take: ..2s, name: text-of-song}, {clip: song.m4a, at: 5s, take: 3s..4s}]"
      ), media: media)
    #expect(export.timeline.main.tracks.flatMap(\.clips).compactMap(\.name) == names + ["text-of-song"])
    let timeline = try #require(export.timeline.main.tracks.first?.clips.first)
    #expect(timeline.name == nil, "a label is no name")
    for format in [InterchangeFormat.otio, .fcpxml, .xmeml] {
      let text = try export.written(as: format).text
      for name in names {
        #expect(text.contains("\"\(name)\"") || text.contains(">\(name)<"), "\(format): \(name)")
      }
    }
    let lost = try export.written(as: .mlt).losses.filter { "\($0.fate)".contains("name") }
    #expect(lost.count == names.count + 1, "MLT has no names, and says so")
  }

  @Test("leave out what would hide the film in a format that cannot draw it, and say so")
  func hiding() throws {
    let export = try exported(
      film(
        """
        timeline: [{clip: sea.mp4, take: ..20s, audio: off}]
        overlays:
          - {text: A title, for: 2s}
          - {gradient: {colors: [red, blue]}, for: 2s, at: 2s}
          - {clip: mute.mp4, take: ..2s, at: 4s, place: bottom right, width: 25%}
          - {clip: mute.mp4, take: ..2s, at: 6s, mask: {shape: ellipse}}
          - {clip: mute.mp4, take: ..2s, at: 8s, chroma-key: {color: lime}}
          - {clip: mute.mp4, take: ..2s, at: 10s, blend: multiply}
          - {clip: mute.mp4, take: ..2s, at: 12s, opacity: 0.3}
          - {clip: mute.mp4, take: ..2s, at: 14s}
          - {color: "#00ff0080", for: 2s, at: 16s}
        """), media: media)
    func losses(_ format: InterchangeFormat) throws -> [String] {
      try export.written(as: format).losses.compactMap { loss in
        switch loss.fate {
        case .dropped(let words), .approximated(let words):
          words.contains("hide the layers below") ? "\(loss.place): \(words)" : nil
        case .mapped: nil
        }
      }
    }
    func hidden(_ looks: (start: Int, look: String)...) -> [String] {
      looks.map { "clip mute.mp4 at \($0.start)s: without its \($0.look) it would hide the layers below" }
    }
    let always = [(6, "mask"), (8, "chroma key"), (10, "blend")]
    #expect(try losses(.mlt) == always.map { hidden($0)[0] })
    #expect(try losses(.ffmpeg) == always.map { hidden($0)[0] })
    #expect(
      try losses(.autoEditor)
        == hidden((4, "place"), (6, "mask"), (8, "chroma key"), (10, "blend"), (12, "opacity")))
    for (format, count) in [(InterchangeFormat.otio, 5), (.xmeml, 4), (.fcpxml, 5)] {
      let found = try losses(format)
      #expect(found.count == count, "\(format): \(found)")
      #expect(found.allSatisfy { $0.contains("it is disabled: without its") }, "\(found)")
      let text = try export.written(as: format).text
      let disabled =
        text.components(separatedBy: "\"enabled\": false").count - 1
        + text.components(separatedBy: "<enabled>FALSE").count - 1
        + text.components(separatedBy: "enabled=\"0\"").count - 1
      #expect(disabled == count, "\(format)")
    }
    let melted = try export.written(as: .mlt)
    #expect(!melted.text.contains("black"), "nothing is drawn in place of words")
    #expect(melted.text.contains("#8000ff00"), "alpha comes first")
    let words = melted.losses.map { "\($0.fate)" }
    #expect(
      words.contains { $0.contains("MLT does not support titles") }
        && words.contains { $0.contains("MLT does not support gradients") })
  }
}
