import Basics
import Composition
import Diagnostics
import EditScript
import Lowering
import Testing

@Suite("Overlays and sounds: items that say when they are")
struct OverlayTests {
  /// A timeline of ten seconds with an overlay list.
  private func film(_ overlays: String, _ rest: String = "") -> LoweredScript {
    LoweredScript(
      head + """
        timeline:
          - {color: red, for: 4s, name: intro}
          - {color: blue, for: 6s, name: body}
        overlays:
        \(overlays)
        \(rest)
        """)
  }

  private func placed(_ overlays: String) throws -> TimeRange {
    let layers = try film(overlays).composition().layers
    return try #require(layers.dropFirst(2).first).timelineRange
  }

  @Test(
    "a moment, a range or a name says when an overlay is",
    arguments: [
      ("at: 3s, for: 2s", 3, 5), ("at: 3s", 3, 10), ("for: 2s", 0, 2), ("at: -2s", 8, 10),
      ("at: end - 3s, for: 1s", 7, 8), ("at: 2s..5s", 2, 5), ("at: 2s..", 2, 10), ("at: ..3s", 0, 3),
      ("at: 2s for 3s", 2, 5), ("at: first 1s", 0, 1), ("at: last 1s", 9, 10), ("at: all", 0, 10),
      ("at: intro.end - 1s, for: 2s", 3, 5), ("at: body.start", 4, 10),
      ("at: intro.start + 1s..body.end - 1s", 1, 9), ("at: intro.end for 2s", 4, 6), ("at: -3s..-1s", 7, 9),
      ("at: 50%", 5, 10), ("at: 20%..-10%", 2, 9), ("at: 50% - 1s, for: 2s", 4, 6),
    ] as [(String, Int64, Int64)])
  func places(keys: String, start: Int64, end: Int64) throws {
    #expect(try placed("  - {color: lime, \(keys)}") == (try range(time(start), time(end))))
  }

  @Test("a marker is a time, and its own time can refer to items and other markers")
  func markers() throws {
    let film = film(
      "  - {color: lime, at: turn - 1s..late, name: bar}\n  - {color: gold, at: late, for: 1s}",
      """
      markers:
        turn: intro.end
        late: {at: half + 2s, note: before the end}
        half: 50%
        start: start
        after: bar.end
      outputs: [{file: a.mp4, range: turn..late}]
      """)
    let layers = try film.composition().layers
    #expect(try layers[2].timelineRange == range(time(3), time(7)))
    #expect(try layers[3].timelineRange == range(time(7), time(8)))
    #expect(film.film.markers.map(\.name) == ["turn", "late", "half", "start", "after"])
    #expect(try film.film.markers.map(\.time) == [time(4), time(7), time(5), time(0), time(7)])
    let part = try #require(film.script.outputs.first?.part)
    let shown = try frames(ofPart: part, in: film.composition(), markers: film.film.markers).get()
    let rate = try film.composition().canvas.rate
    #expect(try shown == #require(rate.frame(at: time(4))?.value)..<#require(rate.frame(at: time(7))?.value))
  }

  @Test(
    "markers and items that wait for each other are named, each once, and nothing hangs",
    arguments: [
      ("at: turn", "turn: x.start", "the start time of the marker 'turn' depends on itself", 1),
      ("at: turn", "turn: late\n  late: turn", "the start time of the marker 'late' depends on itself", 1),
      ("at: 1s", "turn: turn", "the start time of the marker 'turn' depends on itself", 0),
    ])
  func markerCycles(at: String, markers: String, message: String, notes: Int) throws {
    let film = film("  - {color: lime, name: x, \(at), for: 1s}", "markers:\n  \(markers)")
    let finding = try film.finding(.referenceCycle)
    #expect(finding.message == message)
    #expect(finding.notes.count == notes)
    #expect(film.film.composition == nil)
    #expect(film.diagnostics.count { $0.severity == .error } == 1, "\(film.messages)")
  }

  @Test("ten thousand markers in a chain are placed")
  func longChainOfMarkers() throws {
    let count = 10_000
    let lines = (0..<count).map { "  m\($0): \($0 + 1 == count ? "1s" : "m\($0 + 1)")" }
    let film = film("  - {color: lime, at: m0, for: 1s}", "markers:\n" + lines.joined(separator: "\n"))
    #expect(try film.composition().layers[2].timelineRange == range(time(1), time(2)))
  }

  @Test("a marker of the film is no time of a sequence, and one of another time is no marker")
  func otherMarkers() throws {
    let sequence = film(
      "  - {sequence: part, at: 0s}",
      """
      markers: {turn: 2s}
      sequences:
        part:
          timeline: [{color: red, for: 5s}]
          overlays: [{color: gold, at: turn}]
      """)
    #expect(
      try sequence.finding(.unknownName).message
        == "'turn' is a marker of the film, but a sequence has its own time")
    let animated = film("  - {color: lime, opacity: 0 -> 1 over turn..5s}", "markers: {turn: 2s}")
    #expect(
      try animated.finding(.unknownName).message
        == "`turn` is a marker, but this time does not count in the film"
    )
    let unknown = film("  - {color: lime, at: trun}", "markers: {turn: 2s}")
    #expect(try unknown.finding(.unknownValue).message == "unknown moment `trun`, did you mean `turn`?")
  }

  @Test("an overlay can refer to one that is written after it, which follows another")
  func forward() throws {
    let layers = try film(
      """
        - {color: lime, name: c, at: b.end, for: 1s}
        - {color: lime, name: b, at: a.end, for: 1s}
        - {color: lime, name: a, at: intro.end, for: 1s}
      """
    ).composition().layers
    #expect(layers.dropFirst(2).map(\.timelineRange.start) == [try time(6), try time(5), try time(4)])
  }

  @Test("ten thousand overlays, each after the next one in the list, are placed")
  func longChain() throws {
    let count = 10_000
    let lines = (0..<count).map { n in
      n == count - 1
        ? "  - {color: lime, name: n\(n), at: 0s, for: 1f}"
        : "  - {color: lime, name: n\(n), at: n\(n + 1).start, for: 1f}"
    }
    let layers = try film(lines.joined(separator: "\n")).composition().layers
    #expect(layers.count == count + 2)
    #expect(layers.dropFirst(2).allSatisfy { $0.frames == 0..<1 })
  }

  @Test("a circle of names is reported once, with its other members")
  func cycle() throws {
    let script = film(
      """
        - {color: lime, name: a, at: b.end, for: 1s}
        - {color: lime, name: b, at: c.end, for: 1s}
        - {color: lime, name: c, at: a.end, for: 1s}
      """)
    let finding = try script.finding(.referenceCycle)
    #expect(script.guilty(finding) == "a.end")
    #expect(finding.notes.map { script.excerpt($0.range) } == ["b.end", "c.end"])
    #expect(try film("  - {color: lime, name: a, at: a.end, for: 1s}").finding(.referenceCycle).notes.isEmpty)
  }

  @Test("an unknown name comes with the one that was meant, or with those that exist")
  func unknownName() throws {
    #expect(
      try film("  - {color: lime, at: intor.end}").finding(.unknownName).hint == "did you mean 'intro'?")
    #expect(
      try film("  - {color: lime, at: zebra.end}").finding(.unknownName).hint
        == "named items: intro, body")
    let off = film("  - {color: lime, name: gone, at: 1s, enabled: false}\n  - {color: lime, at: gone.end}")
    #expect(try off.finding(.unknownName).message == "the item 'gone' is disabled")
  }

  @Test("an overlay outside of the story is refused, one that runs over its end is cut with a warning")
  func outside() throws {
    #expect(try film("  - {color: lime, at: 10s}").finding(.overlayOutsideTimeline).severity == .error)
    #expect(
      try film("  - {color: lime, at: intro.start - 1s}").finding(.overlayOutsideTimeline).severity == .error)
    #expect(try film("  - {color: lime, at: 8s..11s}").finding(.overlayOutsideTimeline).severity == .error)
    let over = film("  - {color: lime, at: 8s, for: 3s}")
    #expect(try over.finding(.overlayOutsideTimeline).severity == .warning)
    #expect(try over.composition().layers[2].timelineRange == (try range(time(8), time(10))))
  }

  @Test(
    "an overlay that lasts for no time is refused",
    arguments: ["3s..3s", "3s for 0s", "first 0s", "4s..intro.end"])
  func empty(at: String) throws {
    let script = film("  - {color: lime, at: \(at)}")
    #expect(script.film.composition == nil)
    #expect(script.guilty(try script.finding(.emptyRange))?.contains(at) == true)
  }

  @Test("a clip over the story lasts for its take and keeps its place in the media")
  func clips() throws {
    let layer = try film("  - {clip: land.mp4, take: 3s..5s, at: 1s}").composition().layers[2]
    #expect(layer.timelineRange == (try range(time(1), time(3))))
    #expect(layer.picture == .moving(media: 0, stream: 0, mediaStart: try time(3)))
    #expect(film("  - {clip: land.mp4, take: 3s..5s, at: 1s..6s}").has(.takeOutsideMedia))
    #expect(film("  - {color: lime, at: 1s..6s, for: 2s}").has(.lengthGivenTwice))
  }

  @Test("a take that is longer than its place is cut with a warning, one without an end without a word")
  func longerThanPlace() throws {
    let story = head + "timeline: [{clip: land.mp4}]\n"
    let chosen = LoweredScript(story + "overlays: [{clip: wide.mp4, take: 1s..15s, at: 2s..5s}]")
    let finding = try chosen.finding(.takeCutShort)
    #expect(chosen.guilty(finding) == "1s..15s")
    #expect(finding.severity == .warning)
    // 1s..15s are 14 seconds, 2s..5s are 3.
    #expect(finding.message == "the take lasts 14s, but `at` only 3s: the rest is not played")
    #expect(try chosen.composition().layers.last?.timelineRange == range(time(2), time(5)))
    let open = LoweredScript(story + "overlays: [{clip: wide.mp4, take: 1s.., at: 2s..5s}]")
    #expect(open.messages.isEmpty)
  }

  @Test("a song ends with the story without a word, unless its take was chosen")
  func songs() throws {
    let song = LoweredScript(head + "timeline: [{color: red, for: 10s}]\naudio: [{clip: song.m4a, at: 2s}]")
    #expect(try song.composition().sounds[0].timelineRange == (try range(time(2), time(10))))
    #expect(!song.has(.overlayOutsideTimeline))
    let chosen = LoweredScript(
      head + "timeline: [{color: red, for: 10s}]\naudio: [{clip: song.m4a, take: 5s..30s}]")
    #expect(try chosen.finding(.overlayOutsideTimeline).message.contains("15s past the end"))
    #expect(try chosen.composition().sounds[0].content.clock?.plainStart == (try time(5)))
  }

  @Test("the last second of a cut song is the last second before the story's end")
  func rampOfCutSong() throws {
    let film = try LoweredScript(
      head + "timeline: [{color: red, for: 10s}]\naudio: [{clip: song.m4a, volume: 1 -> 0 over last 1s}]"
    ).composition()
    let gain = film.sounds[0].gain
    #expect(gain.value(at: try time(9)) == 1)
    #expect(gain.value(at: try time(19, 2)) == 0.5)
    #expect(gain.value(at: try time(10)) == 0)
  }

  @Test("sound that is switched off or does not exist is not heard")
  func silence() throws {
    let off = try LoweredScript(head + "timeline: [{clip: land.mp4, audio: off}]").composition()
    #expect(off.sounds.isEmpty)
    let mute = try LoweredScript(head + "timeline: [{clip: mute.mp4, volume: 0.5}]").composition()
    #expect(mute.sounds.isEmpty)
  }
}
