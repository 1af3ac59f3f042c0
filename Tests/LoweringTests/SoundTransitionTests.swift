import Basics
import Composition
import Diagnostics
import Lowering
import Testing

@Suite("Transitions between items under audio")
struct SoundTransitionTests {
  private func script(_ audio: String) -> LoweredScript {
    LoweredScript(head + "timeline: [{color: red, for: 30s}]\naudio:\n" + audio)
  }

  @Test(
    "a sound begins by the transition before the one before it ends, whatever order their times are found in")
  func chain() throws {
    let film = script(
      """
        - {clip: song.m4a, take: ..4s, at: last.end, name: first}
        - transition: dissolve 1s
        - {clip: song.m4a, take: ..5s, volume: 0.5}
        - transition: {kind: dissolve, for: 2s, using: handles, audio: linear}
        - {clip: song.m4a, take: 10s..12s}
        - {tone: sine, at: 2s, for: 1s, name: last}
      """)
    #expect(film.messages.isEmpty)
    let sounds = try film.composition().sounds
    #expect(
      try sounds.map(\.timelineRange) == [
        range(time(3), time(7)), range(time(6), time(12)), range(time(10), time(13)), range(time(2), time(3)),
      ])
    #expect(try sounds[0].fadesOut == [SoundFade(length: time(1), shape: .equalPower)])
    #expect(try sounds[1].fadesIn == [SoundFade(length: time(1), shape: .equalPower)])
    #expect(try sounds[1].fadesOut == [SoundFade(length: time(2), shape: .linear)])
    #expect(try sounds[2].content.clock?.plainStart == time(9))
    #expect(film.film.places.count == 7)
    #expect(try film.composition().transitions.isEmpty)
  }

  @Test("a whole song before a transition plays to its end, and the last one ends with the timeline")
  func songs() throws {
    let long = LoweredScript(
      head
        + "timeline: [{color: red, for: 100s}]\naudio: [{clip: song.m4a}, {transition: dissolve 2s}, {clip: song.m4a}]"
    )
    #expect(
      try long.composition().sounds.map(\.timelineRange) == [
        range(.zero, time(60)), range(time(58), time(100)),
      ])
    let short = script("  [{clip: song.m4a}, {transition: dissolve 2s}, {clip: song.m4a}]")
    #expect(short.has(.overlayOutsideTimeline))
  }

  @Test(
    "what makes no cross-fade is refused at its place",
    arguments: [
      (
        "- {clip: song.m4a, take: ..4s}\n  - transition: wipe left 1s\n  - {clip: song.m4a}", "wrong-list",
        "wipe left 1s"
      ),
      (
        "- {clip: song.m4a, take: ..4s}\n  - transition: dissolve 1s", "transition-at-edge",
        "transition: dissolve 1s"
      ),
      (
        "- {clip: song.m4a, take: ..4s}\n  - transition: dissolve 1s\n  - {clip: song.m4a, at: 2s}",
        "competing-keys",
        "2s"
      ),
      ("- {tone: sine}\n  - transition: dissolve 1s\n  - {clip: song.m4a}", "missing-key", "tone: sine"),
      (
        "- {clip: song.m4a, take: ..4s}\n  - transition: dissolve 5s\n  - {clip: song.m4a}",
        "transition-too-long",
        "dissolve 5s"
      ),
      (
        "- {clip: song.m4a, take: ..4s, at: b.end}\n  - transition: dissolve 1s\n  - {clip: song.m4a, name: b}",
        "reference-cycle", "clip: song.m4a"
      ),
      (
        "- {clip: song.m4a, take: ..4s, at: 26.5s}\n  - transition: dissolve 1s\n  - {clip: song.m4a}",
        "overlay-outside-timeline", "dissolve 1s"
      ),
    ])
  func refused(audio: String, id: String, place: String) throws {
    let film = script("  " + audio)
    #expect(film.diagnostics.contains { $0.id.name == id && film.guilty($0) == place }, "\(film.messages)")
  }
}
