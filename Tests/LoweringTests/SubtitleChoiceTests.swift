import Basics
import Composition
import Diagnostics
import EditScript
import Lowering
import Testing

@Suite("Which of the subtitles in media a track means")
struct SubtitleChoiceTests {
  private func choice(
    stream: Int? = nil, language: String? = nil, among tracks: [(codec: String, language: String?)]
  ) -> SubtitleChoice {
    let place = SourceRange(0, 1)
    var written = SubtitleTrack(content: .ofMedium, place: place)
    written.stream = stream.map { Located($0, at: place) }
    written.language = language.map { Located($0, at: place) }
    let facts = MediaFacts(
      container: "matroska", extent: .infinite,
      otherTracks: [OtherTrackFacts(streamIndex: 2, kind: "data", codec: "none")]
        + tracks.enumerated().map { index, track in
          OtherTrackFacts(
            streamIndex: index + 3, kind: "subtitle", codec: track.codec, language: track.language)
        })
    return SubtitleChoice(written, of: "disc.mkv", facts)
  }

  @Test("is the only one, the one in a language, or the one with a number")
  func chosen() {
    #expect(choice(among: [("subrip", nil)]).track?.streamIndex == 3)
    // What an author says of the only track is its language.
    #expect(choice(language: "fra", among: [("subrip", nil)]).track?.streamIndex == 3)
    let disc = [("hdmv_pgs_subtitle", "eng"), ("ass", "eng"), ("mov_text", "deu"), ("webvtt", "deu")]
    #expect(choice(language: "eng", among: disc).track?.streamIndex == 4)
    #expect(choice(stream: 3, among: disc).track?.streamIndex == 6)
    #expect(choice(stream: 2, language: "fra", among: disc).track?.streamIndex == 5)
  }

  @Test("is none where several are meant, and where there is none that is text")
  func problems() {
    let disc = [("hdmv_pgs_subtitle", "eng"), ("subrip", "deu"), ("subrip", "deu")]
    let place = SourceRange(0, 1)
    for (found, message, hint) in [
      (
        choice(among: disc), "'disc.mkv' has 2 subtitle streams, but only one can be used",
        "write `stream` with one of these numbers: 0 (eng), of pictures; 1 (deu); 2 (deu)"
      ),
      (
        choice(language: "fra", among: disc), "'disc.mkv' has no subtitle streams in 'fra'",
        "write `stream` with one of these numbers: 0 (eng), of pictures; 1 (deu); 2 (deu)"
      ),
      (
        choice(stream: 0, among: disc),
        "the subtitles 0 of 'disc.mkv' are pictures (hdmv_pgs_subtitle), not text",
        "it has: 0 (eng), of pictures; 1 (deu); 2 (deu)"
      ),
      (
        choice(stream: 9, among: disc), "'disc.mkv' has no subtitle stream 9",
        "it has: 0 (eng), of pictures; 1 (deu); 2 (deu)"
      ),
      (
        choice(language: "fra", among: [("subrip", "eng")]), "'disc.mkv' has no subtitle streams in 'fra'",
        "write `stream` with one of these numbers: 0 (eng)"
      ),
      (
        choice(among: [("dvd_subtitle", nil)]),
        "the subtitles in 'disc.mkv' are pictures (dvd_subtitle), not text",
        "write `file` with a subtitle file"
      ),
      (
        choice(among: []), "'disc.mkv' contains no subtitles",
        "write `file` with a subtitle file, or `cues`"
      ),
    ] {
      #expect(found.track == nil)
      #expect(found.problem(at: place).message == message)
      #expect(found.problem(at: place).hint == hint)
    }
  }
}
