import Basics
import Composition
import Diagnostics
import Lowering
import Testing

@Suite("Transitions between the items of the story")
struct TransitionTests {
  @Test("make their neighbours overlap, so that two takes of 5s and a dissolve of 1s last 9s")
  func overlap() throws {
    let film = try story(
      "{clip: land.mp4, take: 2s..7s}, {transition: dissolve 1s}, {clip: wide.mp4, take: ..5s}")
    #expect(film.duration == (try time(9)))
    #expect(film.layers.map(\.frames) == [0..<150, 120..<270])
    #expect(film.layers[1].picture == .moving(media: 1, stream: 0, mediaStart: .zero))
    let transition = try #require(film.transitions.first)
    #expect(transition.frames == 120..<150)
    #expect(transition.timelineRange == (try range(time(4), time(5))))
    #expect((transition.outgoing, transition.incoming) == (0, 1))
    #expect(film.sounds.map(\.timelineRange) == [try range(time(0), time(5)), try range(time(4), time(9))])
    let fade = SoundFade(length: try time(1), shape: .equalPower)
    #expect(film.sounds.map(\.fadesOut) == [[fade], []])
    #expect(film.sounds.map(\.fadesIn) == [[], [fade]])
  }

  @Test("keep the length of the story with handles, from half a transition of media beyond each take")
  func handles() throws {
    let film = try story(
      "{clip: land.mp4, take: 2s..7s, opacity: 1 -> 0.5 over last 1s},"
        + " {transition: {kind: wipe left, for: 1s, using: handles, audio: linear}},"
        + " {clip: wide.mp4, take: 3s..8s, opacity: 0.5 -> 1 over first 1s}")
    #expect(film.duration == (try time(10)))
    #expect(film.layers.map(\.frames) == [0..<165, 135..<300])
    #expect(film.layers[1].picture == .moving(media: 1, stream: 0, mediaStart: try time(5, 2)))
    // Times of ramps count from the item's own start, which the handle comes before.
    #expect(film.layers[0].opacity.keys.map(\.time) == [try time(4), try time(5)])
    #expect(film.layers[1].opacity.keys.map(\.time) == [try time(1, 2), try time(3, 2)])
    #expect(film.transitions[0].timelineRange == (try range(time(9, 2), time(11, 2))))
    #expect(film.sounds.map(\.content.clock?.plainStart) == [try time(2), try time(5, 2)])
    #expect(film.sounds[1].fadesIn == [SoundFade(length: try time(1), shape: .linear)])
  }

  @Test("cut the sound in their middle when they are told to")
  func cutSound() throws {
    let overlapping = try story(
      "{clip: land.mp4, take: ..5s}, {transition: {kind: dissolve, for: 1s, audio: cut}}, {clip: wide.mp4, take: ..5s}"
    )
    #expect(
      overlapping.sounds.map(\.timelineRange) == [
        try range(time(0), time(9, 2)), try range(time(9, 2), time(9)),
      ])
    #expect(overlapping.sounds.map(\.content.clock?.plainStart) == [.zero, try time(1, 2)])
    let handled = try story(
      "{clip: land.mp4, take: ..5s}, {transition: {kind: dissolve, for: 1s, audio: cut, using: handles}},"
        + " {clip: wide.mp4, take: 1s..5s}")
    #expect(
      handled.sounds.map(\.timelineRange) == [try range(time(0), time(5)), try range(time(5), time(9))])
    #expect(handled.sounds.map(\.fadesIn) == [[], []])
  }

  @Test("lead from and to the background of a gap")
  func gap() throws {
    let film = try story("{gap: 2s}, {transition: dissolve 1s}, {clip: land.mp4, take: ..5s}")
    #expect(film.duration == (try time(6)))
    #expect((film.transitions[0].outgoing, film.transitions[0].incoming) == (nil, 0))
  }

  @Test("pass over items that are switched off")
  func switchedOff() throws {
    let film = try story(
      "{clip: land.mp4, take: ..5s}, {transition: dissolve 1s}, {clip: wide.mp4, enabled: false},"
        + " {clip: wide.mp4, take: ..5s}, {transition: dissolve 1s, enabled: false}, {gap: 1s}")
    #expect(film.duration == (try time(10)))
    #expect(film.transitions.count == 1)
  }

  @Test("move items that hang on others, as an earlier insertion does")
  func names() throws {
    let film = try LoweredScript(
      head + "timeline: [{clip: land.mp4, take: ..5s, name: one}, {transition: dissolve 1s},"
        + " {clip: wide.mp4, take: ..5s, name: two}]\noverlays: [{image: logo.png, at: two.start, for: 1s}]"
    ).composition()
    #expect(film.layers[2].timelineRange == (try range(time(4), time(5))))
  }

  @Test(
    "are refused where there is no room for them",
    arguments: [
      ("{transition: dissolve 1s}, {clip: land.mp4}", DiagnosticID.transitionAtEdge, "before it"),
      ("{clip: land.mp4}, {transition: dissolve 1s}", .transitionAtEdge, "after it"),
      ("{transition: dissolve 1s}", .transitionAtEdge, "on either side"),
      (
        "{clip: land.mp4, take: ..1s}, {transition: dissolve 1.5s}, {clip: land.mp4}", .transitionTooLong,
        "15 frames are missing"
      ),
      (
        "{clip: land.mp4, take: 17s..19.5s}, {transition: {kind: zoom, for: 2s, using: handles}},"
          + " {clip: land.mp4, take: 5s..9s}", .missingHandles, "after its take there are 0.5s left"
      ),
      (
        "{clip: land.mp4, take: 5s..9s}, {transition: {kind: zoom, for: 1s, using: handles}},"
          + " {clip: land.mp4, take: 0.2s..5s}", .missingHandles, "9 frames are missing"
      ),
      (
        "{clip: land.mp4, take: 5s..9s}, {transition: dissolve 1s}, {clip: land.mp4, take: ..1.5s},"
          + " {transition: dissolve 1s}, {clip: land.mp4}", .transitionsOverlap, "15 frames are missing"
      ),
      ("{clip: land.mp4}, {transition: dissolve 0s}, {clip: land.mp4}", .emptyRange, "shows nothing"),
    ])
  func refusals(items: String, id: DiagnosticID, words: String) throws {
    let script = LoweredScript(head + "timeline: [\(items)]")
    let finding = try script.finding(id)
    #expect(finding.message.contains(words), "\(finding.message)")
    #expect(script.film.composition == nil)
  }

  @Test("go by a still picture, which is named by its own place in the text")
  func luma() throws {
    let film = try story("{clip: land.mp4}, {transition: luma logo.png 1s}, {clip: wide.mp4}")
    #expect(film.transitions.map(\.kind) == [.pictured(.luma, TransitionPicture(media: 2, stream: 0))])
    #expect(film.media.map(\.spelling) == ["land.mp4", "wide.mp4", "logo.png"])
    for (kind, id, guilty) in [
      ("luma lost.png 1s", DiagnosticID.mediaNotChecked, "lost.png"), ("luma lost 1s", .unknownMedia, "lost"),
      ("luma mute.mp4 1s", .noPicture, "mute.mp4"), ("luma song.m4a 1s", .noPicture, "song.m4a"),
      ("{kind: luma p%02d.png, for: 1s}", .noPicture, "p%02d.png"),
      ("\"luma \\x6cost.png 1s\"", .mediaNotChecked, "\"luma \\x6cost.png 1s\""),
    ] {
      let script = LoweredScript(
        head + "timeline: [{clip: land.mp4}, {transition: \(kind)}, {clip: land.mp4}]")
      #expect(script.guilty(try script.finding(id)) == guilty, "\(script.messages)")
      #expect(script.film.composition == nil)
    }
  }

  @Test("say nothing about two in a row but that each lacks a neighbour")
  func inARow() {
    let script = LoweredScript(
      head
        + "timeline: [{clip: land.mp4}, {transition: dissolve 1s}, {transition: zoom 1s}, {clip: land.mp4}]")
    #expect(script.diagnostics.map(\.id) == [.transitionAtEdge, .transitionAtEdge])
  }

  private func story(_ items: String) throws -> Composition {
    try LoweredScript(head + "timeline: [\(items)]").composition()
  }
}
