import Basics
import Composition
import Diagnostics
import Lowering
import Testing

@Suite("How an item plays its media")
struct PlayingTests {
  private func story(_ items: String) throws -> Composition {
    try LoweredScript(head + "timeline: [\(items)]\n").composition()
  }

  private func finding(_ items: String, _ id: DiagnosticID, _ rest: String = "") throws -> (String, String?) {
    let script = LoweredScript(head + "timeline: [\(items)]\n\(rest)")
    let found = try script.finding(id)
    #expect(script.film.composition == nil || found.severity != .error)
    return (found.message, script.guilty(found))
  }

  private func clock(_ composition: Composition, _ layer: Int = 0) throws -> MediaClock {
    guard case .moving(_, _, let clock) = composition.layers[layer].picture else {
      throw NoClock()
    }
    return clock
  }

  private struct NoClock: Error {}

  static let lengths: [(String, Int64, Int64)] = [
    ("take: 2s..8s, speed: 2x", 3, 1), ("take: 2s..8s, speed: 0.5x", 12, 1),
    ("take: 2s..8s, speed: 1.5x", 4, 1), ("take: 2s..8s, speed: -1x", 6, 1),
    ("take: 0s..1s, speed: 3x", 1, 3), ("take: 2s..8s, for: 4s", 4, 1), ("take: all, for: 4s", 4, 1),
    ("take: 0s..5s, speed: 1x -> 4x", 2, 1), ("take: 0s..5s, speed: -4x -> -1x", 2, 1),
    // 1 s at 2x on average, the other 4 s at 3x.
    ("take: 0s..14s, speed: 1x -> 3x over first 1s", 5, 1),
    ("take: 0s..14s, speed: 3x -> 1x over last 1s", 5, 1),
    // 2 s at 1x, 1 s at 1.5x, the rest at 2x.
    ("take: 0s..8.5s, speed: 1x -> 2x over 2s..3s", 11, 2),
    // From 2 s to the end: 2 + 3 (L - 2) = 8.
    ("take: 0s..8s, speed: {2s: 1x, end: 5x}", 4, 1),
    ("take: 0s..4s, speed: {0s: 1x hold, 1s: 3x}", 2, 1), ("take: 1s..2s, loop: 3", 3, 1),
    ("take: 1s..2s, loop: 3, speed: 2x", 3, 2), ("take: 1s..2s, loop: fill, for: 2.5s", 5, 2),
    ("take: 1s..2s, loop: true, for: 7s", 7, 1), ("freeze: 2s, for: 3s", 3, 1), ("freeze: 2s", 4, 1),
    ("freeze: end, for: 1s", 1, 1), ("take: 1s..2s, loop: false", 1, 1),
    ("take: 0s..20s, speed: 1000x", 1, 50), ("take: 0s..1s, speed: 0.001x", 1000, 1),
  ]

  @Test("says how long it lasts", arguments: lengths)
  func length(keys: String, seconds: Int64, over: Int64) throws {
    #expect(try story("{clip: land.mp4, \(keys)}").duration == time(seconds, over))
  }

  /// Items in a film of 25 frames per second, and whether the finding says that nothing is between their pictures. The media
  /// have 25 frames per second, too.
  static let between: [(String, Bool)] = [
    ("between: motion", true), ("between: blend, take: 2s..3s, speed: 2x", true),
    ("between: blend, take: 1s..2s, speed: -1x", true), ("between: motion, speed: 0.5x", false),
    ("between: blend, take: 2.01s..3s", false), ("between: blend, take: 1s..2s, speed: 1x -> 2x", false),
    ("between: repeat", false), ("speed: 0.5x", false),
  ]

  @Test("is told where nothing is between its pictures", arguments: between)
  func neverBetween(keys: String, isTold: Bool) {
    let script = LoweredScript(head + "timeline: [{clip: land.mp4, \(keys)}]\n")
    #expect(script.has(.noEffect) == isTold)
    let isMade = script.film.composition.map { $0.layers[0].between != .repeated }
    #expect(isMade == (keys.contains("motion") || keys.contains("blend")))
  }

  @Test("is told once for itself where pictures are made, and not of what all clips begin with")
  func betweenInPlaces() throws {
    let common = LoweredScript(head + "defaults: {clip: {between: motion}}\ntimeline: [{clip: land.mp4}]\n")
    #expect(!common.has(.noEffect))
    let frozen = try finding("{clip: land.mp4, freeze: 2s, for: 1s, between: motion}", .keyWithFreeze)
    #expect(frozen.0 == "`between` has no meaning with `freeze`, which holds one picture without sound")
    #expect(frozen.1 == "motion")
  }

  static let stabilizations: [(String, Stabilization?)] = [
    ("stabilize: true", Stabilization(smoothing: RationalTime(seconds: 1), zoom: 1.1)),
    ("stabilize: false", nil),
    ("stabilize: {smooth: 2s, zoom: 1.25}", Stabilization(smoothing: RationalTime(seconds: 2), zoom: 1.25)),
    ("stabilize: {smooth: 15f}", RationalTime(1, 2).map { Stabilization(smoothing: $0, zoom: 1.1) }),
  ]

  @Test("says how its pictures are made steady", arguments: stabilizations)
  func stabilization(keys: String, expected: Stabilization?) throws {
    #expect(try story("{clip: land.mp4, \(keys)}").layers[0].stabilization == expected)
  }

  @Test("is told how long the camera can be made to move evenly")
  func smoothingOutOfRange() throws {
    let found = try finding("{clip: land.mp4, stabilize: {smooth: 9s}}", .numberOutOfRange)
    #expect(found == ("`smooth` is 9s, but must be from 0.1 s to 5 s", "9s"))
  }

  @Test("says which moment is shown when")
  func clocks() throws {
    let back = try clock(story("{clip: land.mp4, take: 2s..8s, speed: -2x}"))
    #expect(back == MediaClock(from: try time(8), speed: try time(2), isBackwards: true))
    let ramp = try clock(story("{clip: land.mp4, take: 1s..6s, speed: 1x -> 4x}"))
    #expect(try [0, 1, 2].map { try ramp.mediaTime(at: time($0)) } == [time(1), time(11, 4), time(6)])
    let fitted = try clock(story("{clip: land.mp4, take: 0s..3s, for: 2s}"))
    #expect(fitted.constantSpeed == (try time(3, 2)))
    let held = try story("{clip: land.mp4, freeze: 2s, for: 1s}")
    #expect(held.layers[0].picture == .frozen(media: 0, stream: 0, mediaTime: try time(2)))
    #expect(held.sounds.isEmpty)
  }

  @Test("keeps the pitch of its sound unless it is told otherwise")
  func pitch() throws {
    let film = try story(
      "{clip: land.mp4, take: ..2s, speed: 2x}, {clip: land.mp4, take: ..2s, speed: 2x, pitch: follow}")
    #expect(film.sounds.map(\.pitch) == [.keep, .follow])
    #expect(film.sounds.map(\.content.clock?.constantSpeed) == [try time(2), try time(2)])
  }

  @Test("plays a share of the medium, the same one in picture and sound, exactly")
  func shares() throws {
    for (take, start, length) in [
      ("50%..", (10, 1), (10, 1)), ("25%..75%", (5, 1), (10, 1)), ("..100/3%", (0, 1), (20, 3)),
      ("-25%..-1s", (15, 1), (4, 1)), ("100/3% for 1s", (20, 3), (1, 1)),
    ] as [(String, (Int64, Int64), (Int64, Int64))] {
      let film = try story("{clip: land.mp4, take: \(take)}")
      let length = try #require(RationalTime(length.0, length.1))
      let start = try #require(RationalTime(start.0, start.1))
      #expect(film.duration == length, "\(take)")
      guard case .moving(_, _, let clock) = film.layers[0].picture else {
        Issue.record("no media")
        continue
      }
      #expect(try clock.mediaTime(at: .zero) == start, "\(take)")
      #expect(try film.sounds[0].content.clock?.mediaTime(at: .zero) == start, "\(take)")
    }
    #expect(
      try story("{clip: land.mp4, freeze: 50%, for: 1s}").layers[0].picture
        == .frozen(media: 0, stream: 0, mediaTime: try time(10)))
  }

  static let mistakes: [(String, DiagnosticID, String)] = [
    ("take: 50%..50%", .emptyRange, "starts and ends at 10s"),
    ("take: 75%..25%", .rangeReversed, "before it starts"),
    ("take: 0s..2s, speed: 2x, for: 3s", .lengthGivenTwice, "already sets the speed"),
    ("for: 3s", .missingKey, "no `take`"),
    ("take: 0s..2s, speed: 1x -> -1x", .speedOutOfRange, "changes direction"),
    ("take: 0s..2s, speed: 1001x", .speedOutOfRange, "above 1000x"),
    ("take: 0s..2s, speed: 0.0001x", .speedOutOfRange, "below 0.001x"),
    ("take: 0s..1s, speed: 1x -> 4x over first 5s", .rampOutsideItem, "covers 0s to 5s"),
    ("take: 0s..7s, speed: 1x -> 4x over 3s..5s", .rampOutsideItem, "covers 3s to 5s"),
    ("take: 0s..2s, loop: true", .missingKey, "loops endlessly"),
    ("take: 0s..2s, loop: 3, for: 5s", .lengthGivenTwice, "already sets the length"),
    ("freeze: 21s, for: 1s", .takeOutsideMedia, "21s is outside the media"),
    ("freeze: -21s, for: 1s", .takeOutsideMedia, "-1s is outside the media"),
    ("freeze: 2s, take: 0s..2s, for: 1s", .keyWithFreeze, "no meaning with `freeze`"),
    ("take: 0s..20s, loop: 100000", .overLimit, "the maximum is"),
    ("take: 0s..25s, speed: 2x", .takeOutsideMedia, "5s past the end"),
  ]

  @Test("refuses what cannot be played", arguments: mistakes)
  func mistake(keys: String, id: DiagnosticID, part: String) throws {
    let (message, guilty) = try finding("{clip: land.mp4, \(keys)}", id)
    #expect(message.contains(part) && guilty != nil, "\(message)")
  }

  @Test("reads no speed out of nothing", arguments: ["0x", "-0x", "0.0x", "1x -> 0x", "fast"])
  func unread(speed: String) throws {
    let script = LoweredScript(head + "timeline: [{clip: land.mp4, take: ..2s, speed: \(speed)}]\n")
    #expect(script.diagnostics.hasErrors && script.film.composition == nil)
    #expect(script.diagnostics.filter { $0.severity == .error }.count == 1, "\(script.messages)")
  }

  @Test("leaves handles that count in its own time")
  func handles() throws {
    let wipe = "{transition: {kind: wipe left, for: 2s, using: handles}}"
    // Of 20 s of media 2 s are left after the take, which are 1 s at 2x: just enough.
    let film = try story(
      "{clip: land.mp4, take: 10s..18s, speed: 2x}, \(wipe), {clip: wide.mp4, take: 2s..8s, speed: 2x}")
    #expect(try clock(film, 1).mediaTime(at: .zero) == .zero)
    let (after, _) = try finding(
      "{clip: land.mp4, take: 10s..18s, speed: 4x}, \(wipe), {clip: wide.mp4, take: 9s..19s}", .missingHandles
    )
    #expect(after.contains("0.5s left") && after.contains("15 frames"), "\(after)")
    // Backwards the media before the take come after it.
    let (back, _) = try finding(
      "{clip: land.mp4, take: 0.5s..8s, speed: -1x}, \(wipe), {clip: wide.mp4, take: 9s..19s, speed: -1x}",
      .missingHandles)
    #expect(back.contains("0.5s left"), "\(back)")
    // What is played again and again, or held, has handles without end.
    _ = try story(
      "{clip: land.mp4, loop: 2}, \(wipe), {clip: land.mp4, freeze: 0s, for: 4s}, {transition: dissolve 1s},"
        + " {clip: land.mp4, loop: 2}")
  }

  @Test("fills what lies over the story for as long as the story lasts")
  func overlays() throws {
    let script = LoweredScript(
      head + """
        timeline: [{clip: land.mp4}]
        overlays:
          - {clip: mute.mp4, take: 0s..3s, loop: fill, at: 5s}
          - {clip: mute.mp4, take: 0s..3s, speed: 3x, at: 1s}
          - {clip: mute.mp4, freeze: 1s, at: 12s}
          - {clip: mute.mp4, take: 0s..4s, for: 2s, at: 2s}
        audio:
          - {clip: song.m4a, take: 0s..7s, loop: true}
          - {clip: song.m4a, speed: 6x}
        """)
    let film = try script.composition()
    #expect(
      film.layers.dropFirst().map(\.timelineRange) == [
        try range(time(5), time(20)), try range(time(1), time(2)), try range(time(12), time(20)),
        try range(time(2), time(4)),
      ])
    #expect(
      film.sounds.dropFirst().map(\.timelineRange) == [
        try range(time(0), time(20)), try range(time(0), time(10)),
      ])
  }
}

@Suite("Sequences are films inside of a film")
struct SequenceTests {
  private let inner = """
    sequences:
      day: [{clip: land.mp4, take: 0s..4s}, {sequence: night}]
      night: {timeline: [{clip: wide.mp4, take: 1s..3s}], overlays: [{image: logo.png}]}

    """

  @Test("as long as their items, on the canvas of the film, at any speed")
  func lengths() throws {
    let script = LoweredScript(
      head + "timeline: [{sequence: day}, {sequence: day, take: 1s..5s, speed: 2x}]\n" + inner)
    let film = try script.composition()
    #expect(film.duration == (try time(8)))
    #expect(film.films.map(\.name) == ["day"])
    #expect(film.films[0].composition.films.map(\.name) == ["night"])
    #expect(film.media.map(\.spelling).sorted() == ["land.mp4", "logo.png", "wide.mp4"].sorted())
    #expect(film.film(0).film(0).media.map(\.spelling) == ["wide.mp4", "logo.png"])
    var canvas = film.canvas
    canvas.background = .transparent
    #expect(film.film(0).canvas == canvas)
    let clock = MediaClock(from: try time(1), speed: try time(2), isBackwards: false)
    #expect(film.layers[1].picture == .film(0, clock: clock))
    #expect(
      film.sounds.map(\.content) == [.film(0, clock: MediaClock(start: .zero)), .film(0, clock: clock)])
  }

  @Test("say what is wrong in them, once")
  func mistakes() throws {
    let script = LoweredScript(
      head + "timeline: [{sequence: a}, {sequence: a}]\nsequences: {a: [{clip: land.mp4, take: 15s..25s}]}\n")
    #expect(script.film.composition == nil)
    let finding = try #require(script.diagnostics.first)
    #expect(Set(script.messages).count == 1 && script.guilty(finding) == "15s..25s", "\(script.messages)")
    let beyond = LoweredScript(head + "timeline: [{sequence: night, take: 1s..3s}]\n" + inner)
    #expect(try beyond.finding(.takeOutsideMedia).message.contains("1s past the end"))
  }

  @Test("end at a depth, and at a number of films, that no script needs")
  func limits() throws {
    let chain = (0..<30).map { "  s\($0): [{sequence: s\($0 + 1)}]\n" }.joined()
    let deep = LoweredScript(
      head + "timeline: [{sequence: s0}]\nsequences:\n\(chain)  s30: [{color: red, for: 1s}]\n")
    #expect(try deep.finding(.overLimit).message.contains("deep"))
    let doubling = (1..<14).map { level in
      "  s\(level): [\((0..<level).map { "{sequence: s\($0)}" }.joined(separator: ", "))]\n"
    }.joined()
    let wide = LoweredScript(
      head + "timeline: [{sequence: s13}]\nsequences:\n  s0: [{color: red, for: 1s}]\n\(doubling)")
    #expect(wide.film.composition == nil && wide.has(.overLimit))
  }

  /// A film that plays a sequence so many times, which plays two, which play two each, and so on.
  private func doubling(_ first: Int, _ levels: Int) -> LoweredScript {
    let played = (1..<levels).map { "  s\($0): [{sequence: s\($0 - 1)}, {sequence: s\($0 - 1)}]\n" }.joined()
    let story = repeatElement("{sequence: s\(levels - 1)}", count: first).joined(separator: ", ")
    return LoweredScript(
      head + "timeline: [\(story)]\nsequences:\n"
        + "  s0: [{color: red, for: 1f}, {color: red, for: 1f, enabled: false}]\n"
        + played)
  }

  @Test("are counted each time they are played")
  func counts() throws {
    // 2^15 films of the innermost kind, and 2^15 - 1 that play them.
    let many = try doubling(1, 16).finding(.overLimit)
    #expect(
      many.message
        == "the film plays sequences and scripts 65535 times, counting nested ones; the limit is 1000"
    )
    #expect(doubling(1, 16).guilty(many) == "s15" && doubling(1, 16).messages.count == 1)
    // 2 * (2^9 - 1) = 1022, and 1 * (2^9 - 1) = 511.
    #expect(doubling(2, 9).has(.overLimit))
    #expect(doubling(1, 9).film.composition?.frameCount == 256)
  }

  @Test("that play themselves are no film")
  func cycles() throws {
    let script = LoweredScript(
      head + "timeline: [{sequence: a}]\nsequences: {a: [{sequence: b}], b: [{sequence: a}]}\n")
    #expect(script.film.composition == nil)
  }

  @Test("give an automatic canvas their size and rate")
  func canvas() throws {
    let script = LoweredScript("edit: 1\ntimeline: [{sequence: day}]\n" + inner)
    let canvas = try script.composition().canvas
    #expect(canvas.size.width == 1920 && canvas.size.height == 1080 && canvas.rate == FrameRate(30))
  }
}
