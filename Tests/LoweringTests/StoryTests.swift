import Basics
import Composition
import Diagnostics
import Lowering
import Testing

@Suite("The story: items one after the other")
struct StoryTests {
  @Test("each item starts where the one before ended, and owns the frames nearest to its ends")
  func order() throws {
    let film = try LoweredScript(
      head + "timeline: [{clip: land.mp4, take: 2.5s..10s}, {gap: 1s}, {clip: land.mp4, take: ..8s}]"
    ).composition()
    #expect(film.duration == (try time(33, 2)))
    #expect(film.frameCount == 495)
    #expect(film.layers.map(\.frames) == [0..<225, 255..<495])
    #expect(film.layers[1].timelineRange == (try range(time(17, 2), time(33, 2))))
    #expect(film.layers[0].picture == .moving(media: 0, stream: 0, mediaStart: try time(5, 2)))
    #expect(film.media.count == 1)
    #expect(film.sounds.map(\.content.clock?.plainStart) == [try time(5, 2), .zero])
  }

  @Test(
    "every form of a take says the same part",
    arguments: [
      "5s..8s", "5s for 3s", "150f..240f", "-15s..-12s", "00:00:05:00..00:00:08:00", "5s..end - 12s",
      "start + 5s..8s", "5000ms..0:08", "10/2s..16/2s",
    ])
  func takes(take: String) throws {
    let film = try LoweredScript(head + "timeline: [{clip: land.mp4, take: \(take)}]").composition()
    #expect(film.layers[0].picture == .moving(media: 0, stream: 0, mediaStart: try time(5)))
    #expect(film.duration == (try time(3)))
  }

  @Test(
    "open takes reach to an end of the media",
    arguments: [
      ("18s..", 18, 2), ("..4s", 0, 4), ("first 4s", 0, 4), ("last 4s", 16, 4), ("all", 0, 20),
      ("-3s..", 17, 3),
    ] as [(String, Int64, Int64)])
  func openTakes(take: String, start: Int64, length: Int64) throws {
    let film = try LoweredScript(head + "timeline: [{clip: land.mp4, take: '\(take)'}]").composition()
    #expect(film.layers[0].picture == .moving(media: 0, stream: 0, mediaStart: try time(start)))
    #expect(film.duration == (try time(length)))
  }

  @Test("a thousand items off the grid end where one multiplication says")
  func noAccumulatedRounding() throws {
    let item = "  - {clip: land.mp4, take: 1.001s..1.34s}\n"
    let film = try LoweredScript(
      "edit: 1\ncanvas: {size: 1280x720, rate: 29.97}\ntimeline:\n" + String(repeating: item, count: 1000)
    ).composition()
    // 0.339 s each. Frame of the nth edge: round(n * 0.339 * 30000 / 1001), in whole numbers.
    let edges = (0...1000).map { n in (2 * n * 339 * 30 + 1001) / 2002 }
    #expect(film.duration == (try time(339)))
    #expect(film.frameCount == Int64(edges[1000]))
    #expect(film.layers.map { Int($0.frames.lowerBound) } == Array(edges.dropLast()))
    #expect(film.layers.map { Int($0.frames.upperBound) } == Array(edges.dropFirst()))
  }

  @Test("drop-frame timecode counts frames at 29.97, and needs such a rate")
  func dropFrame() throws {
    let at2997 =
      "edit: 1\ncanvas: {size: 1280x720, rate: 29.97}\ntimeline:\n  - {color: red, for: '00:01:00;02'}"
    // One minute of drop-frame names 1798 frames before ;02, which is frame 1800.
    #expect(try LoweredScript(at2997).composition().frameCount == 1800)
    let at30 = LoweredScript(head + "timeline:\n  - {color: red, for: '00:01:00;02'}")
    #expect(try at30.finding(.noSuchTimecode).message.contains("29.97"))
    let dropped = LoweredScript(at2997.replacing(";02", with: ";01"))
    #expect(try dropped.finding(.noSuchTimecode).message.contains("skips this number"))
  }

  @Test("a take can count in the media's own timecode, also when the sound begins before the picture")
  func mediaTimecode() throws {
    let script = head + "timeline: [{clip: tape.mov, take: 'tc 01:00:02:00..tc 01:00:03:12'}]"
    let tape = Shelf.clip(1280, 720, rate: FrameRate(25), seconds: 20, timecode: "01:00:00:00")
    let film = try LoweredScript(script, media: ["tape.mov": tape]).composition()
    #expect(film.layers[0].picture == .moving(media: 0, stream: 0, mediaStart: try time(2)))
    #expect(film.duration == (try time(37, 25)))

    guard case .known(var facts, let path) = tape else {
      Issue.record("the test's own media are not known")
      return
    }
    facts.video[0].mediaRange = try range(time(1), time(20))
    let late = try LoweredScript(script, media: ["tape.mov": .known(facts, path: path)]).composition()
    #expect(late.layers[0].picture == .moving(media: 0, stream: 0, mediaStart: try time(3)))
    #expect(
      try LoweredScript(script, media: ["tape.mov": Shelf.clip(2, 2, rate: nil, seconds: 9)])
        .finding(.noSuchTimecode).message == "the media has no timecode")
    // Nobody knows what a file that is missing carries.
    let missing = LoweredScript(
      script, media: ["tape.mov": .failed(MediaFailure(.missing, reason: "no such file"))])
    #expect(missing.has(.missingFile) && !missing.has(.noSuchTimecode))
  }

  @Test("a take past the end says by how much, one before the start too")
  func outside() throws {
    let past = LoweredScript(head + "timeline: [{clip: land.mp4, take: 15s..20.5s}]")
    let finding = try past.finding(.takeOutsideMedia)
    #expect(finding.message.contains("1/2s past the end") || finding.message.contains("0.5s past the end"))
    #expect(past.guilty(finding) == "15s..20.5s")
    #expect(past.film.composition == nil)
    #expect(LoweredScript(head + "timeline: [{clip: land.mp4, take: -21s..}]").has(.takeOutsideMedia))
  }

  @Test("a reversed or empty take is refused at its text")
  func reversed() throws {
    let reversed = LoweredScript(head + "timeline: [{clip: land.mp4, take: 5s..2s}]")
    #expect(reversed.guilty(try reversed.finding(.rangeReversed)) == "5s..2s")
    let empty = LoweredScript(head + "timeline: [{clip: land.mp4, take: 5s..5s}]")
    #expect(empty.guilty(try empty.finding(.emptyRange)) == "5s..5s")
    #expect(LoweredScript(head + "timeline: [{color: red, for: 2s - 2s}]").has(.emptyRange))
  }

  @Test("a take cannot hang on another item")
  func namedTake() throws {
    let script = LoweredScript(
      head + "timeline: [{color: red, for: 1s, name: a}, {clip: land.mp4, take: 0s..a.end}]")
    #expect(script.diagnostics.contains { $0.severity == .error })
  }

  @Test("off-grid lengths are kept exact")
  func offGrid() throws {
    let script = LoweredScript(head + "timeline: [{color: red, for: 1.01s}]")
    #expect(try script.composition().duration == (try time(101, 100)))
  }

  @Test("switched-off items take no part")
  func disabled() throws {
    let film = try LoweredScript(
      head + "timeline: [{color: red, for: 1s}, {clip: nowhere.mp4, enabled: false}, {color: blue, for: 1s}]"
    ).composition()
    #expect(film.duration == (try time(2)))
    #expect(film.media.isEmpty)
  }

  @Test("an image lasts four seconds where nobody says otherwise, a colour must say it")
  func defaults() throws {
    #expect(try LoweredScript(head + "timeline: [{image: logo.png}]").composition().duration == (try time(4)))
    #expect(LoweredScript(head + "timeline: [{color: red}]").has(.missingKey))
  }

  @Test("an item shorter than half a frame is shown by none")
  func flash() throws {
    let script = LoweredScript(head + "timeline: [{color: red, for: 1s}, {color: blue, for: 10ms}]")
    #expect(try script.composition().layers.map(\.frames) == [0..<30, 30..<30])
    #expect(LoweredScript(head + "timeline: [{color: blue, for: 10ms}]").has(.emptyRange))
  }

  @Test("a stream of unknown length needs a take with an end")
  func unknownLength() throws {
    guard case .known(var facts, let path)? = Shelf.standard["land.mp4"] else {
      Issue.record("the test's own media are not known")
      return
    }
    facts.extent = .indefinite
    let media = ["live.ts": MediaState.known(facts, path: path)]
    let open = LoweredScript(head + "timeline: [{clip: live.ts, take: 2s..}]", media: media)
    #expect(try open.finding(.takeOutsideMedia).message.contains("is unknown until the whole file is read"))
    let closed = LoweredScript(head + "timeline: [{clip: live.ts, take: 2s..5s}]", media: media)
    #expect(try closed.composition().duration == (try time(3)))
  }
}
