import Basics
import Composition
import Diagnostics
import Lowering
import Testing

@testable import EditScript

private func compiled(_ text: String, files: [String: String] = [:]) -> LoweredScript {
  LoweredScript(text, subtitles: files)
}

private let words = """
  1
  00:00:01,000 --> 00:00:02,000
  One

  2
  00:00:05,000 --> 00:00:08,000
  Two

  """

@Suite struct SubtitleTests {
  private func picture(_ film: LoweredScript) throws -> SubtitlePicture {
    let layer = try #require(try film.composition().layers.last)
    guard case .subtitles(let picture) = layer.picture else {
      Issue.record("the last layer shows no subtitles")
      throw CancellationError()
    }
    return picture
  }

  @Test func showsCuesInTheirFrames() throws {
    let film = compiled(
      """
      edit: 1
      canvas: {size: 1920x1080, rate: 25}
      timeline: [{name: start, color: navy, for: 4s}, {color: red, for: 6s}]
      overlays: [{color: white, width: 10%, height: 10%}]
      subtitles:
        - cues:
            - {at: 1s..2.5s, text: "Hello\\nthere {x}"}
            - {at: start.end..start.end + 10f, text: Then}
      """)
    let picture = try picture(film)
    #expect(picture.events.map(\.frames) == [25..<63, 100..<110])
    #expect(picture.events.map(\.event.text) == ["Hello\\Nthere \\{x\\}", "Then"])
    #expect(picture.header.contains("PlayResX: 1920\nPlayResY: 1080\n"))
    #expect(picture.header.contains("Style: Default,sans-serif,64,&H00FFFFFF,"))
    #expect(try film.composition().layers.count == 4)
  }

  @Test func choosesALanguageForEachOutput() throws {
    let text = """
      edit: 1
      canvas: {size: 1280x720, rate: 25}
      timeline: [{color: navy, for: 10s}]
      subtitles:
        - {language: eng, cues: [{at: 1s..2s, text: Hello}]}
        - {language: fra, cues: [{at: 1s..2s, text: Bonjour}]}
        - {language: fra, mode: stream, cues: [{at: 1s..2s, text: Salut}]}
      outputs:
        - {file: en.mp4, subtitles: eng}
        - {file: fr.mp4, subtitles: fra}
        - {file: all.mp4}
        - {file: it.mp4, subtitles: ita}
      """
    func words(_ output: Int) throws -> [String] {
      let film = LoweredScript(text, output: output)
      return try picture(film).events.map(\.event.text)
        + film.composition().subtitles.flatMap { $0.cues.map(\.text.plain) }
    }
    #expect(try words(0) == ["Hello"])
    #expect(try words(1) == ["Bonjour", "Salut"])
    #expect(try words(2) == ["Hello", "Bonjour", "Salut"])
    let missing = try LoweredScript(text, output: 3).finding(.outputCannotHold)
    #expect(missing.message == "the film has no subtitles in 'ita'")
    #expect(missing.hint == "write `subtitles: eng` or `subtitles: fra`")
  }

  @Test func followsTheTakesOfItsMedia() throws {
    let film = compiled(
      """
      edit: 1
      canvas: {size: 1280x720, rate: 10}
      media: {beach: land.mp4}
      timeline:
        - {clip: beach, take: 6s..9s}
        - {color: red, for: 1s}
        - {clip: land.mp4, take: 0s..7s}
      subtitles: [{file: en.srt, of: beach, mode: stream, language: en}]
      """, files: ["en.srt": words])
    let stream = try #require(try film.composition().subtitles.first)
    #expect(stream.language == "eng")
    #expect(
      stream.cues.map(\.timelineRange) == [
        range(0, 2), range(5, 6), range(9, 11),
      ])
    #expect(stream.cues.map(\.text.plain) == ["Two", "One", "Two"])
    #expect(film.messages == [])
  }

  /// One shows from 1 s to 2 s of the media, Two from 5 s to 8 s.
  @Test(
    "subtitles go as fast as their media, backwards and again with them",
    arguments: [
      ("take: 0s..8s, speed: 2x", [(1, 2), (5, 8)], 2), ("take: 0s..8s, for: 16s", [(2, 4), (10, 16)], 1),
      ("take: 0s..8s, speed: -1x", [(0, 3), (6, 7)], 1),
      ("take: 1s..2s, loop: 3", [(0, 1), (1, 2), (2, 3)], 1),
      ("take: 4s..6s, loop: 2, speed: 2x", [(1, 2), (3, 4)], 2), ("freeze: 1.5s, for: 2s", [], 1),
    ] as [(String, [(Int64, Int64)], Int64)])
  func speeds(keys: String, expected: [(Int64, Int64)], scale: Int64) throws {
    let film = compiled(
      "edit: 1\ncanvas: {size: 1280x720, rate: 10}\ntimeline: [{clip: land.mp4, \(keys)}]\n"
        + "subtitles: [{file: en.srt, of: land.mp4, mode: stream}]\n", files: ["en.srt": words])
    let cues = try film.composition().subtitles.flatMap(\.cues)
    #expect(
      cues.map(\.timelineRange)
        == expected.map {
          TimeRange(start: RationalTime($0.0, scale) ?? .zero, end: RationalTime($0.1, scale) ?? .zero)
        })
  }

  /// From 1x to 4x over 2 s: after t seconds t + 3/4 t^2 of the media have passed.
  @Test func followsSpeedsThatChange() throws {
    let film = compiled(
      """
      edit: 1
      canvas: {size: 1280x720, rate: 10}
      timeline: [{clip: land.mp4, take: 0s..5s, speed: 1x -> 4x}]
      subtitles: [{file: en.srt, of: land.mp4, mode: stream}]
      """, files: ["en.srt": words])
    let cue = try #require(try film.composition().subtitles.first?.cues.first)
    #expect(abs(cue.timelineRange.start.inSeconds - 2.0 / 3) <= 0.000_001)
    #expect(abs(cue.timelineRange.end.inSeconds - (7.0.squareRoot() - 1) / 1.5) <= 0.000_001)
  }

  @Test func doesNotPlayWhatLoopsWithoutEnd() throws {
    let film = compiled(
      """
      edit: 1
      canvas: {size: 1280x720, rate: 10}
      timeline: [{clip: land.mp4, take: 1s..1.1s, loop: true, for: 20min}]
      subtitles: [{file: en.srt, of: land.mp4, mode: stream}]
      """, files: ["en.srt": words])
    #expect(try film.finding(.tooLarge).message.contains("more than 10000 times"))
  }

  private func range(_ start: Int64, _ end: Int64) -> TimeRange? {
    TimeRange(start: RationalTime(seconds: start), end: RationalTime(seconds: end))
  }

  /// What is cut away is not seen, but what moves in a line goes on from where it would be.
  @Test func keepsTheTimesOfCuesThatAreCut() throws {
    let film = compiled(
      """
      edit: 1
      canvas: {size: 1280x720, rate: 10}
      timeline: [{clip: land.mp4, take: 6s..7s}]
      subtitles: [{file: en.srt, of: land.mp4}]
      """, files: ["en.srt": words])
    let event = try #require(try picture(film).events.first)
    #expect(event.frames == 0..<10)
    #expect(event.wholeRange == range(-1, 2))
  }

  @Test func placesWordsWhereFilesSay() throws {
    let film = compiled(
      """
      edit: 1
      canvas: {size: 1000x500, rate: 10}
      timeline: [{color: red, for: 9s}]
      subtitles: [a.vtt]
      """,
      files: [
        "a.vtt": """
        WEBVTT

        00:01.000 --> 00:02.000 line:0
        Top

        00:02.000 --> 00:03.000 align:end
        Right

        00:03.000 --> 00:04.000 line:50%,center position:25%
        Middle

        00:04.000 --> 00:05.000 line:-2
        Above

        """
      ])
    let events = try picture(film).events.map(\.event)
    #expect(
      events.map(\.text) == [
        "{\\an8}Top", "{\\an3}Right", "{\\an5\\pos(250,250)}Middle", "Above",
      ])
    // A margin of 6 % of the height, and rows of 30 pixels.
    #expect(events.map(\.verticalMargin) == [30, 0, 0, 60])
  }

  @Test func findsMistakes() throws {
    let cases: [(subtitles: String, id: DiagnosticID, guilty: String)] = [
      ("[{cues: [{at: 3s..1s, text: A}]}]", .rangeReversed, "3s..1s"),
      ("[{cues: [{at: 3s..3s, text: A}]}]", .emptyRange, "3s..3s"),
      ("[{cues: [{at: lost.end..3s, text: A}]}]", .unknownName, "lost.end..3s"),
      ("[{cues: [{at: 1s..2s, text: A}], of: lost}]", .unknownMedia, "lost"),
      ("[{language: eng}]", .missingKey, "language"),
      ("[{file: en.srt, language: English}]", .unknownValue, "English"),
      ("[{file: en.srt, mode: both}]", .unknownValue, "both"),
      ("[bad.srt]", .subtitleSyntax, "bad.srt"),
      ("[lost.srt]", .mediaNotChecked, "lost.srt"),
      ("[crowd.srt]", .tooLarge, "crowd.srt"),
    ]
    let crowd = (0..<300).map { "\($0)\n00:00:01,000 --> 00:00:02,000\n\($0)\n\n" }.joined()
    for (subtitles, id, guilty) in cases {
      let film = compiled(
        "edit: 1\ncanvas: {size: 1280x720, rate: 10}\ntimeline: [{color: red, for: 9s}]\nsubtitles: \(subtitles)\n",
        files: [
          "en.srt": words, "bad.srt": "1\n00:00:01,000 --> 00:00:00,000\nA\n", "crowd.srt": crowd,
        ])
      #expect(film.guilty(try film.finding(id)) == guilty, "\(film.messages)")
    }
  }

  @Test func tellsOfManyMistakesShortly() {
    let many = (0..<5000).map { "\($0)\n00:00:01,0 --> 00:00:02,000\nA\n\n" }.joined()
    let film = compiled(
      "edit: 1\ncanvas: {size: 1280x720, rate: 10}\ntimeline: [{color: red, for: 9s}]\nsubtitles: [many.srt]\n",
      files: ["many.srt": many])
    #expect(film.messages.count == 11)
    #expect(film.messages.last == "subtitle-syntax: 'many.srt' has 4990 more findings")
  }

  // MARK: Styles and words

  private func film(_ track: String, files: [String: String] = [:]) -> LoweredScript {
    compiled(
      "edit: 1\ncanvas: {size: 1280x720, rate: 25}\ntimeline: [{color: red, for: 4s}]\nmarkers: {turn: 2s}\n"
        + "subtitles: [\(track)]\n", files: files)
  }

  private let timedFiles = [
    "a.vtt": "WEBVTT\n\n00:00.200 --> 00:02.000\nHello <00:00.600>big <00:01.000>world\n",
    "a.srt": "1\n00:00:00,200 --> 00:00:02,000\nHello big world\n",
    "a.ass": "[Script Info]\n[V4+ Styles]\nStyle: Default,Impact,90\n[Events]\nFormat: Start, End, Text\n"
      + "Dialogue: 0:00:00.20,0:00:02.00,{\\k40}Hello {\\k40}big {\\k100}world\n",
    "a.json": #"{"segments":[{"start":0.2,"end":2,"text":" Hello big world","words":["#
      + #"{"word":" Hello","start":0.2,"end":0.6},{"word":" big","start":0.6,"end":1},"#
      + #"{"word":" world","start":1,"end":2}]}]}"#,
  ]

  @Test("the same words, times and style are drawn alike, whatever the format")
  func sameFromAllFormats() throws {
    for (words, files) in [
      ("karaoke", ["a.vtt", "a.ass", "a.json"]), ("together", ["a.vtt", "a.srt", "a.ass", "a.json"]),
    ] {
      let style = "style: {font: Inter, size: 10%, color: yellow, box: black, place: top, words: \(words)}"
      let pictures = try files.map { try picture(film("{file: \($0), \(style)}", files: timedFiles)) }
      for other in pictures.dropFirst() { #expect(other == pictures.first) }
      #expect(pictures.first?.events.map(\.frames) == [5..<50])
    }
  }

  @Test(
    "a word is lit in the frames of its time, stays lit, or is shown from then on",
    arguments: [("karaoke", [0..<10, 10..<20, 20..<45]), ("fill", [0..<45, 10..<45, 20..<45])]
      as [(String, [Range<Int64>])])
  func litFrames(words: String, frames: [Range<Int64>]) throws {
    let event = try #require(
      try picture(film("{file: a.vtt, style: {words: \(words), highlight: lime}}", files: timedFiles)).events
        .first)
    #expect(event.parts.map(\.litFrames) == frames)
    #expect(event.text(at: 5).contains("00FF00&\\1a&H00&\\3a&H00&}Hello "))
    #expect(event.text(at: 14).contains("00FF00&\\1a&H00&\\3a&H00&}Hello "))
    #expect(event.text(at: 15).contains("00FF00&\\1a&H00&\\3a&H00&}Hello ") == (words == "fill"))
    #expect(event.text(at: 15).contains("00FF00&\\1a&H00&\\3a&H00&}big "))
    #expect(!event.text(at: 15).contains("00FF00&\\1a&H00&\\3a&H00&}world"))
  }

  @Test("words follow the takes of their media")
  func wordsOfTakes() throws {
    let film = compiled(
      """
      edit: 1
      canvas: {size: 1280x720, rate: 10}
      timeline: [{color: red, for: 1s}, {clip: land.mp4, take: 0.8s..4s, speed: 2x}]
      subtitles: [{file: a.vtt, of: land.mp4, style: {words: fill}}]
      """, files: timedFiles)
    let event = try #require(try picture(film).events.first)
    // Shown from 1 s to 1.6 s; `big` ends at 1.1 s, and `Hello` was spoken before the take.
    #expect(event.frames == 10..<16)
    #expect(event.parts.map(\.litFrames) == [0..<6, 0..<6, 1..<6])
  }

  @Test("a style is written in pixels of the canvas")
  func styleLine() throws {
    let picture = try picture(
      film(
        "{file: a.srt, style: {font: Inter, size: 10%, weight: bold, color: \"#ff800080\", stroke: 1.5px navy, "
          + "box: {color: \"#00ff0040\", padding: 12px}, place: \"top left, margin 20px 30px\"}}",
        files: timedFiles))
    #expect(
      picture.header.hasSuffix(
        "Style: Default,Inter,72,&H7F0080FF,&H7F0080FF,&H00800000,&HBF00FF00,-1,0,0,0,100,100,0,0,4,1.5,12,7,20,20,30,1\n"
      ))
  }

  @Test("markers are times of cues")
  func markersInCues() throws {
    let film = film("{cues: [{at: turn..turn + 1s, text: Now}]}")
    #expect(film.messages == [])
    #expect(try picture(film).events.map(\.frames) == [50..<75])
    #expect(self.film("{cues: [{at: tern..3s, text: Now}]}").messages.count == 1)
  }

  @Test(
    "a style that changes nothing or cannot be drawn is a finding",
    arguments: [
      (
        "{file: a.srt, style: {words: karaoke}}",
        "no-effect: `words: karaoke` has no effect: 'a.srt' contains no word timing"
      ),
      (
        "{file: a.vtt, style: {highlight: red}}",
        "no-effect: `highlight` has no effect: no words are highlighted"
      ),
      (
        "{file: a.vtt, mode: stream, style: {color: red}}",
        "no-effect: `style` has no effect: players decide how these subtitles look"
      ),
      (
        "{file: a.vtt, format: srt}",
        "no-effect: `format` has no effect: no subtitle file is written"
      ),
      (
        "{file: a.srt, style: {size: 500%}}",
        "size-out-of-range: the size of subtitles must be from 4 pixels to four times the canvas's height"
      ),
      (
        "{file: a.srt, style: {box: {padding: 900px}}}",
        "size-out-of-range: the padding of subtitles must be 0 to 512 pixels"
      ),
      (
        "{file: a.srt, style: {box: {radius: 900px}}}",
        "size-out-of-range: the radius of subtitles must be 0 to 512 pixels"
      ),
      (
        "{file: a.srt, style: {font: \"Inter, Arial\"}}",
        "missing-font: 'Inter, Arial' is not the name of a single font family"
      ),
      (
        "{file: a.vtt, style: {words: reveal, highlight: {animate: pop, box: red}}}",
        "no-effect: `box` has no effect: with `words: reveal`, no words are highlighted"
      ),
      (
        "{file: a.vtt, style: {words: fill, highlight: {color: red, for: 1s}}}",
        "no-effect: `for` has no effect: no words move"
      ),
      (
        "{file: a.srt, mode: sidecar}, {file: a.vtt, mode: sidecar}",
        "duplicate-name: two subtitle files would have the same name, 'film.srt'"
      ),
    ])
  func styleFindings(track: String, message: String) {
    #expect(film(track, files: timedFiles).messages == [message])
  }

  @Test("sidecars have the name of the film, their language and their format")
  func sidecarNames() throws {
    let film = film(
      "{file: a.vtt, mode: sidecar}, {file: a.vtt, mode: sidecar, format: vtt, language: en}",
      files: timedFiles)
    #expect(
      try film.composition().sidecars.map { $0.path(besideFilm: "out.d/film.mp4") } == [
        "out.d/film.srt", "out.d/film.eng.vtt",
      ])
  }
}
