import Testing

@testable import FilmComparison

@Suite("The sound of angles in a timeline")
struct HeardAnglesTests {
  @Test("is under each of their clips, with the volume that it has there")
  func volume() throws {
    let film = try TestFilm(
      """
      edit: 1
      canvas: {size: 640x360, rate: 25}
      timeline:
        - {angles: {a: a.mp4, b: b.mp4}, show: {0s: a, 2s: b, 3s: a}, take: 0s..4s, volume: 0% -> 100% linear}
        - {clip: a.mp4, take: 0s..1s, audio: off}
      outputs: [{file: o.mp4}]
      """,
      media: """
        a.mp4  video 640x360 25 4s  audio 48000 stereo
        b.mp4  video 640x360 25 4s
        """)
    let drawn = TimelineFilm(film.version.film, name: "film", plan: nil).content.timeline
    let ends = drawn.map { entry in (entry.volume?.points ?? []).map { ($0.time, ($0.value * 100).rounded()) }
    }
    #expect(ends.map { $0.first?.1 } == [0, 50, 75, nil])
    #expect(ends.map { $0.last?.1 } == [50, 75, 100, nil])
    #expect(ends.map { $0.last?.0 } == [2, 1, 1, nil])
  }
}
