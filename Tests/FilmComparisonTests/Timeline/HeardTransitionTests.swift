import Testing

@testable import FilmComparison

@Suite("Sounds that cross-fade in a timeline")
struct HeardTransitionTests {
  @Test("say after which transition they begin")
  func transition() throws {
    let film = try TestFilm(
      """
      edit: 1
      canvas: {size: 640x360, rate: 25}
      timeline: [{color: navy, for: 10s}]
      audio:
        - clip: a.wav
        - transition: dissolve 1s
        - {clip: b.wav, speed: 2x}
        - {clip: c.wav, at: 6s}
      outputs: [{file: a.mp4}]
      """,
      media: "a.wav  audio 48000 stereo 4s\nb.wav  audio 48000 stereo 4s\nc.wav  audio 48000 stereo 4s")
    let drawn = TimelineFilm(film.version.film, name: "film", plan: nil).content.audio
    #expect(drawn.map(\.detail) == ["", "2x  after dissolve 1s", ""])
    #expect(drawn.map { $0.tooltip.contains("after dissolve 1s") } == [false, true, false])
  }
}
