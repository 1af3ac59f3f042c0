import Basics
import Composition
import Diagnostics
import Lowering
import Testing

/// Chapters of media as times; every time is computed by hand.
@Suite struct ChapterTimeTests {
  private let media: [String: MediaState]

  init() throws {
    guard case .known(var facts, let path) = Shelf.clip(1280, 720, rate: FrameRate(30), seconds: 20) else {
      media = [:]
      Issue.record("the test's own media are not known")
      return
    }
    let starts: [(String?, Int64, Int64)] = [
      ("Intro", 0, 4), ("The \"sea\", two", 4, 10), (nil, 10, 14), ("Part", 14, 16), ("Part", 16, 21),
    ]
    facts.chapters = try starts.map { MediaChapter(name: $0.0, range: try range(time($0.1), time($0.2))) }
    facts.chapterCount = starts.count
    media = ["talk.mp4": .known(facts, path: path)]
  }

  private func lowered(_ story: String, _ rest: String = "") -> LoweredScript {
    LoweredScript(head + "timeline:\n\(story)\n\(rest)", media: media)
  }

  @Test("A take is a chapter, or begins or ends at one")
  func takes() throws {
    let takes: [(String, Int64, Int64)] = [
      ("chapter(\"Intro\")", 0, 4), ("'chapter(\"The \\\"sea\\\", two\")'", 4, 10), ("chapter(3)", 10, 14),
      ("chapter(2)..chapter(4)", 4, 14), ("chapter(\"Intro\").end..12s", 4, 12),
      ("1s..chapter(2).end - 1s", 1, 9),
      ("chapter(2) for 3s", 4, 7),
      // The last one ends with the media, not a second later.
      ("chapter(5)", 16, 20),
    ]
    for (take, start, end) in takes {
      let film = try lowered("  - {clip: talk.mp4, take: \(take)}", "").composition()
      #expect(film.layers[0].picture == .moving(media: 0, stream: 0, mediaStart: try time(start)), "\(take)")
      #expect(film.duration == (try time(end - start)), "\(take)")
    }
  }

  @Test("An overlay or a marker is where an item begins or ends to play a chapter")
  func moments() throws {
    // Media 2 s to 12 s at double speed: Intro ends after 1 s, the second chapter after 4 s, the third begins there.
    let story = """
        - {color: navy, for: 3s}
        - {clip: talk.mp4, take: 2s..12s, speed: 2x, name: talk}
        - {clip: talk.mp4, take: 10s..16s, speed: -1x, name: back}
      """
    let moments: [(String, Int64)] = [
      ("talk.chapter(\"Intro\")", 3), ("talk.chapter(1).end", 4), ("talk.chapter(2)", 4),
      ("talk.chapter(3)", 7),
      ("talk.chapter(2) + 1s", 5),
      // Backwards, the fourth chapter comes first.
      ("back.chapter(4)", 8), ("back.chapter(3)", 10),
    ]
    for (moment, expected) in moments {
      let film = lowered(
        story, "overlays: [{color: red, at: \(moment), for: 500ms}]\nmarkers: {here: \(moment)}\n")
      let composition = try film.composition()
      #expect(composition.layers.last?.timelineRange.start == (try time(expected)), "\(moment)")
      #expect(film.film.markers.map(\.time) == [try time(expected)], "\(moment)")
    }
  }

  @Test("Chapters that are not there are findings with the nearest name, or with all")
  func wrong() throws {
    let story = "  - {clip: talk.mp4, take: 5s..9s, name: talk}"
    let mistakes = [
      ("chapter(\"Intor\")", "the media has no chapter 'Intor'", "did you mean 'Intro'?"),
      ("chapter(7)", "the media has no chapter 7", "chapters: Intro, The \"sea\", two, 3, Part, Part"),
      (
        "chapter(\"Part\")", "2 chapters have the name 'Part'",
        "write the number of one: `chapter(4)` or `chapter(5)`"
      ),
    ]
    for (take, message, hint) in mistakes {
      let finding = try lowered("  - {clip: talk.mp4, take: \(take)}").finding(.noSuchChapter)
      #expect(finding.message == message)
      #expect(finding.hint == hint)
    }
    let unseen = lowered(story, "overlays: [{color: red, at: talk.chapter(\"Intro\"), for: 1s}]\n")
    #expect(try unseen.finding(.noSuchChapter).message == "'talk' does not play the chapter 'Intro'")
    let plain = lowered(
      "  - {color: navy, for: 3s, name: sky}", "overlays: [{color: red, at: sky.chapter(1), for: 1s}]\n")
    #expect(try plain.finding(.noSuchChapter).message == "the media of 'sky' has no chapters")
    let unknown = lowered(story, "overlays: [{color: red, at: walk.chapter(1), for: 1s}]\n")
    #expect(try unknown.finding(.unknownName).message == "no item is named 'walk'")
    let missing = LoweredScript(
      head + "timeline: [{clip: talk.mp4, take: chapter(\"Intro\")}]\n",
      media: ["talk.mp4": .failed(MediaFailure(.missing, reason: "no such file"))])
    #expect(missing.has(.missingFile) && !missing.has(.noSuchChapter))
  }
}
