import Basics
import Composition
import Diagnostics
import Lowering
import MediaFacts
import Subtitles
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
}
