import Basics
import Composition
import Diagnostics
import Lowering
import Testing

@Suite("Streams of sound are chosen by number, by language and by what they are for")
struct SoundStreamTests {
  /// Streams 1, 2 and 3 of a file: German, the usual one in English, and English again, with a commentary.
  private static func media() throws -> [String: MediaState] {
    let whole = try range(.zero, try time(20))
    let all: [(String, Bool, [TrackUse])] = [
      ("ger", false, [.dub]), ("eng", true, [.original]), ("en-GB", false, [.commentary]),
    ]
    let tracks = all.enumerated().map { number, track in
      AudioTrackFacts(
        streamIndex: number + 1, codec: "aac", sampleRate: 48000, channelCount: 2, channelLayout: "stereo",
        mediaRange: whole, sampleCount: 0, isDefault: track.1, language: track.0,
        uses: track.2)
    }
    var facts = Shelf.facts(seconds: 20, sound: false)
    facts.audio = tracks
    return ["talk.mka": .known(facts, path: "/talk.mka"), "mute.mp4": Shelf.standard["mute.mp4"]]
      .compactMapValues {
        $0
      }
  }

  private func script(_ keys: String, streams: String = "") throws -> LoweredScript {
    LoweredScript(
      """
      edit: 1
      canvas: {size: 320x180, rate: 30}
      media: {talk: {file: talk.mka\(streams)}}
      timeline: [{color: red, for: 8s}]
      audio: [{clip: talk, take: ..4s\(keys)}]
      """, media: try Self.media())
  }

  private func stream(_ keys: String, streams: String = "") throws -> Int? {
    let film = try script(keys, streams: streams)
    guard case .media(_, let stream, _)? = try film.composition().sounds.first?.content else { return nil }
    return stream
  }

  @Test(
    "at the item, and for every item at the file",
    arguments: [
      ("", 2), ("stream: 0", 1), ("stream: 2", 3), ("language: de", 1), ("language: deu", 1),
      ("language: en", 2), ("stream: 2, language: eng", 3), ("characteristic: commentary", 3),
      ("characteristic: dub", 1), ("language: en, characteristic: commentary", 3),
      ("stream: 0, characteristic: dub", 1),
    ])
  func choice(written: String, expected: Int) throws {
    #expect(try stream(written.isEmpty ? "" : ", audio: {\(written)}") == expected)
    let streams = written.replacing("stream:", with: "audio:")
    #expect(try stream("", streams: written.isEmpty ? "" : ", streams: {\(streams)}") == expected)
  }

  @Test("the item's choice counts before the file's, and the sound knows its language")
  func precedence() throws {
    let film = try script(", audio: {stream: 0}", streams: ", streams: {language: eng}")
    let sound = try #require(try film.composition().sounds.first)
    #expect(sound.content == .media(0, stream: 1, mediaStart: .zero))
    #expect(sound.language == "ger")
  }

  @Test(
    "what the file does not have is an error at the choice, with what it has",
    arguments: [
      ("stream: 3", DiagnosticID.unknownStream, "3", "it has 3, numbers 0 to 2"),
      ("language: fr", .unknownValue, "fr", "its audio streams are in `ger`, `eng`, `en-GB`"),
      ("stream: 0, language: en", .competingKeys, "0", "write either the stream or the language"),
      (
        "characteristic: karaoke", .unknownStream, "karaoke",
        "its audio streams have `original`, `dub`, `commentary`"
      ),
      (
        "language: de, characteristic: commentary", .unknownStream, "commentary",
        "its audio streams have `dub`"
      ),
      (
        "stream: 0, characteristic: original", .competingKeys, "0",
        "write either the stream or the characteristic"
      ),
    ])
  func mistakes(written: String, id: DiagnosticID, guilty: String, hint: String) throws {
    let streams = written.replacing("stream:", with: "audio:")
    for film in [try script(", audio: {\(written)}"), try script("", streams: ", streams: {\(streams)}")] {
      let finding = try film.finding(id)
      #expect(film.guilty(finding) == guilty)
      #expect(finding.hint == hint)
    }
  }

  @Test("a choice among no streams is an error")
  func silent() throws {
    let film = LoweredScript(
      "edit: 1\nmedia: {a: {file: mute.mp4, streams: {audio: 0}}}\ntimeline: [{clip: a}]\n",
      media: try Self.media())
    #expect(try film.finding(.noSound).severity == .error)
  }
}
