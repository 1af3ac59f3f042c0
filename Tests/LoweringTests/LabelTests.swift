import Basics
import Composition
import Diagnostics
import EditScript
import Lowering
import Testing

@Suite("Markers, chapters and tags")
struct LabelTests {
  private func film(_ rest: String, media: [String: MediaState] = Shelf.standard, output: Int? = nil)
    -> LoweredScript
  {
    LoweredScript("edit: 1\ncanvas: {size: 1280x720, rate: 25}\n" + rest, media: media, output: output)
  }

  private let story = "timeline: [{color: red, for: 4s, name: intro}, {color: blue, for: 6s}]\n"

  @Test("markers are at their times, those of chapters in order")
  func times() throws {
    let film = film(
      story + """
        markers:
          end: end
          half: {at: intro.end + 1s, chapter: true}
          start: {at: 0s, chapter: true, note: here}
          before: {at: -10f, chapter: false}
        """)
    #expect(film.messages == [])
    #expect(film.film.markers.map(\.name) == ["end", "half", "start", "before"])
    #expect(film.film.markers.map(\.time.description) == ["10s", "5s", "0s", "9.6s"])
    #expect(try film.composition().chapters.map(\.name) == ["start", "half"])
  }

  @Test(
    "what cannot be a marker or a chapter is named at its place",
    arguments: [
      ("a: 11s", DiagnosticID.markerOutside, "11s"),
      ("a: -11s", .markerOutside, "-11s"),
      ("a: nobody.end", .unknownName, "nobody.end"),
      ("a: {at: end, chapter: true}", .emptyRange, "end"),
      ("a: {at: 1s, chapter: true}\n  b: {at: 1000ms, chapter: true}", .emptyRange, "1000ms"),
      ("a: {at: 1s, chapter: true}\n  b: {at: 1.0001s, chapter: true}", .emptyRange, "1.0001s"),
      ("\"a\\u0007\": {at: 1s, chapter: true}", .forbiddenCharacter, "\"a\\u0007\""),
      (
        String(repeating: "é", count: 128) + ": {at: 1s, chapter: true}", .overLimit,
        String(repeating: "é", count: 128)
      ),
    ])
  func mistakes(markers: String, id: DiagnosticID, place: String) throws {
    let film = film(story + "markers:\n  \(markers)\n")
    let finding = try film.finding(id)
    #expect(finding.severity == .error)
    #expect(film.guilty(finding) == place)
  }

  @Test("more chapters than files hold are refused")
  func tooMany() throws {
    let markers = (0...1000).map { "  c\($0): {at: \($0)f, chapter: true}\n" }.joined()
    let film = film("timeline: [{color: red, for: 100s}]\nmarkers:\n" + markers)
    #expect(film.guilty(try film.finding(.overLimit)) == "1000f")
  }

  @Test("two markers at one moment are two names for it, unless both begin a chapter")
  func oneMoment() {
    #expect(film(story + "markers: {a: 1s, b: 1s, c: {at: 1s, chapter: true}}").messages == [])
  }

  private func findings(_ output: String, markers: String = "a: {at: 1s, chapter: true}") throws -> [String] {
    let film = film(story + "markers: {\(markers)}\noutputs: [{\(output)}]", output: 0)
    let written = try #require(film.script.outputs.first)
    let composition = try film.composition()
    let part = try written.part.map {
      try frames(ofPart: $0, in: composition, markers: film.film.markers).get()
    }
    let container = try #require(lower(written, rate: FrameRate(25)).settings?.container)
    return film.film.chapterFindings(in: container, part: part).map {
      "\($0.severity.rawValue): \($0.message)"
    }
  }

  @Test("chapters that an output cannot have are named")
  func outputs() throws {
    #expect(try findings("file: a.wav, chapters: true") == ["error: .wav files cannot contain chapters"])
    #expect(try findings("file: a.wav") == [])
    #expect(
      try findings("file: a.mp4, range: 0s..1s") == [
        "note: the chapter 'a' is not in this output, which shows the film from 0s to 1s"
      ])
    #expect(try findings("file: a.mp4, range: 2s..3s") == [])
    #expect(try findings("file: a.mp4, range: 0s..1s, chapters: false") == [])
    #expect(
      try findings("file: a.mp4, chapters: true", markers: "a: 1s") == [
        "warning: no marker starts a chapter, so there are none"
      ])
  }

  /// Media with tags.
  private func shelf(_ tags: [String: [(String, String)]]) -> [String: MediaState] {
    tags.mapValues { tags in
      let track = VideoTrackFacts(
        streamIndex: 0, codec: "h264", storedSize: PixelSize(width: 1280, height: 720), rate: FrameRate(25),
        mediaRange: TimeRange(start: .zero, end: RationalTime(seconds: 4)) ?? .zero, frameCount: 100)
      let facts = MediaFacts(
        container: "mov", extent: .finite(RationalTime(seconds: 4)), video: [track],
        tags: tags.map { MediaTag(name: $0.0, value: $0.1) })
      return .known(facts, path: "/media")
    }
  }

  @Test(
    "the output's tags come before the script's, both before those of the media, of which the first clip's come first"
  )
  func order() {
    let film = film(
      """
      timeline: [{clip: b.mov}, {clip: a.mov}]
      overlays: [{clip: c.mov, at: 0s}]
      metadata: {keep: all, title: Script, artist: Script, comment: Script}
      outputs: [{file: a.mp4, metadata: {artist: Output, comment: ""}}]
      """,
      media: shelf([
        "a.mov": [("title", "A"), ("genre", "A"), ("album", "A"), ("comment", "A")],
        "b.mov": [
          ("ALBUM", "B"), ("encoder", "Lavf"), ("creation_time", "2020"),
          ("com.apple.quicktime.creationdate", "2021"),
        ],
        "c.mov": [("copyright", "C")],
      ]), output: 0)
    let labels = film.film.labels(in: .mp4)
    #expect(
      labels.tags.map { "\($0.name) \($0.value)" } == [
        "title Script", "artist Output", "album B", "date 2021", "genre A",
      ])
  }

  @Test(
    "what is fit for sharing tells no place and no device",
    arguments: [
      "location", "location-eng", "com.apple.quicktime.location.ISO6709", "com.apple.quicktime.make", "model",
      "com.apple.quicktime.software", "com.android.version", "GPSLatitude", "serial_number",
      "com.apple.quicktime.content.identifier", "xmp", "something-nobody-knows",
    ])
  func sharing(tag: String) {
    let media = shelf(["a.mov": [(tag, "+27.5+086.5/"), ("title", "T")]])
    let kept = { (keep: String) in
      film(
        "timeline: [{clip: a.mov}]\nmetadata: {keep: \(keep)}\noutputs: [{file: a.mp3}]", media: media,
        output: 0
      )
      .film.labels(in: .mp3).tags
    }
    #expect(kept("sharing").map(\.name) == ["title"])
    #expect(kept("all").count == 2)
    #expect(kept("none") == [])
  }

  @Test("tags of media that cannot be written as they are, are held by no file")
  func strangeMedia() {
    let media = shelf([
      "a.mov": [
        ("title", "a\u{0}b"), ("artist", String(repeating: "x", count: 40_000)), ("a=b", "c"), ("", "c"),
        ("album", ""),
        ("größe", "c"), ("genre", "fine\r"),
      ]
    ])
    let film = film(
      "timeline: [{clip: a.mov}]\nmetadata: {keep: all}\noutputs: [{file: a.mp3}]", media: media, output: 0)
    #expect(film.film.labels(in: .mp3).tags == [])
    #expect(film.film.tags(in: .mp3).count == 6)
  }

  // MARK: Places, own names and tracks

  @Test(
    "a place is written in degrees or as ISO 6709",
    arguments: [
      ("52.52, 13.405", "+52.52+013.405/"), ("-33.8688,151.2093", "-33.8688+151.2093/"),
      ("+52.5200+013.4050/", "+52.5200+013.4050/"), ("+27.5+086.5+8848.86/", "+27.5+086.5+8848.86/"),
      ("0, -0.1", "+00-000.1/"), ("91, 0", nil), ("0, 181", nil), ("Berlin", nil), ("52.52", nil),
      ("+52.52/", nil),
      ("52.52, 13.405, 34", nil), ("1e1, 2", nil), ("+1..2+3/", nil),
    ] as [(String, String?)])
  func places(written: String, value: String?) throws {
    let film = film(story + "metadata: {location: \"\(written)\"}\noutputs: [{file: a.mp4}]\n", output: 0)
    #expect(film.film.labels(in: .mp4).tags.map(\.value) == [value].compactMap(\.self))
    if value == nil { #expect(film.guilty(try film.finding(.unknownValue)) == "\"\(written)\"") }
  }

  @Test(
    "tags by a format's own names are in files of that format, those of the output before those of the script"
  )
  func ownNames() throws {
    let film = film(
      story + """
        metadata:
          title: Plain
          quicktime: {com.apple.quicktime.make: Ada, com.apple.quicktime.model: M1}
          id3: {TBPM: "120", Title: Own}
          vorbis: {ISRC: X}
        outputs: [{file: a.mov, metadata: {quicktime: {com.apple.quicktime.make: ""}, id3: {TBPM: "90"}}}]

        """, output: 0)
    #expect(film.film.labels(in: .mov).keyTags == [MediaTag(name: "com.apple.quicktime.model", value: "M1")])
    #expect(
      film.film.labels(in: .mp3).keyTags == [
        MediaTag(name: "Title", value: "Own"), MediaTag(name: "TBPM", value: "90"),
      ])
    // Two names of one tag would leave it to chance which of them is read.
    #expect(film.film.labels(in: .mp3).tags == [])
    #expect(film.film.labels(in: .flac).keyTags == [MediaTag(name: "ISRC", value: "X")])
    #expect(film.film.labels(in: .mp4).keyTags == [])
    let wrong = self.film(story + "metadata: {id3: {\"a=b\": c}}\n")
    #expect(wrong.guilty(try wrong.finding(.forbiddenCharacter)) == "\"a=b\"")
  }
}
