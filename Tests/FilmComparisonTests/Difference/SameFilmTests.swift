import ContentDigest
import Diagnostics
import FilmComparison
import RenderPlan
import TestSupport
import Testing

@Suite("Two films are the same")
struct SameFilmTests {
  /// Everything that decides the bytes of a film's pieces.
  private func keys(_ film: TestFilm) -> [[ContentDigest?]] {
    film.version.outputs.map { output in
      (output.plan?.segments.map(\.key) ?? []) + [output.plan?.soundTrack?.key]
    }
  }

  @Test("exactly when their plans have the same keys", arguments: 0..<36)
  func keys(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(1000 + seed))
    var draft = FilmDraft(itemCount: Int.random(in: 2...12, using: &random), using: &random)
    let old = try TestFilm(draft.text, media: FilmDraft.media)
    let place = Int.random(in: 0..<draft.timeline.count, using: &random)
    // Half of these change nothing that is seen or heard.
    switch seed % 12 {
    case 0: draft.timeline[place].values["opacity"] = "1"
    case 1: draft.timeline[place].values["opacity"] = "0.5"
    case 2: draft.timeline[place].values["note"] = "again"
    case 3: draft.timeline[place].values["fit"] = "cover"
    case 4: draft.background = "\"#000\""
    case 5: draft.background = "white"
    case 6: draft.timeline[place].values["name"] = "first"
    case 7: draft.timeline[place].values["volume"] = "0dB"
    case 8: draft.timeline.append(FilmDraft.DraftItem(kind: "gap: 1s", values: ["enabled": "false"]))
    case 9: draft.timeline.append(FilmDraft.DraftItem(kind: "gap: 1s"))
    case 10: draft.timeline.swapAt(0, draft.timeline.count - 1)
    default: draft.timeline[place].values["width"] = "100%"
    }
    // A colour has no volume.
    if draft.timeline[place].kind.hasPrefix("color") { draft.timeline[place].values["volume"] = nil }
    let new = try TestFilm(draft.text, media: FilmDraft.media)
    try #require(!old.findings.hasErrors && !new.findings.hasErrors)
    let changes = compareFilms(old.version, new.version, storeIsKnown: false)
    #expect(changes.isSameFilm == (keys(old) == keys(new)))
    // What is the same has nothing to list, and what differs has.
    #expect(changes.isSameFilm == changes.isEmpty)
  }

  @Test("by the count of segments that are kept, made again and gone", arguments: 0..<8)
  func segments(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(2000 + seed))
    var draft = FilmDraft(itemCount: Int.random(in: 4...20, using: &random), using: &random)
    let old = try TestFilm(draft.text, media: FilmDraft.media)
    draft.timeline.insert(
      FilmDraft.item(number: 7000, using: &random),
      at: Int.random(in: 0...draft.timeline.count, using: &random))
    let new = try TestFilm(draft.text, media: FilmDraft.media)
    let changes = compareFilms(old.version, new.version, storeIsKnown: false)
    let (before, after) = (Set(keys(old)[0].dropLast()), Set(keys(new)[0].dropLast()))
    let segments = try #require(changes.outputs.first?.pieces?.segments)
    #expect(Set(segments.filter { $0.state == .kept }.map(\.key)) == before.intersection(after))
    #expect(Set(segments.filter { $0.state == .new }.map(\.key)) == after.subtracting(before))
    #expect(Set(segments.filter { $0.state == .gone }.map(\.key)) == before.subtracting(after))
    // The new film's segments follow each other from its start to its end.
    let made = segments.filter { $0.state != .gone }
    #expect(made.first?.frames.lowerBound == 0 && made.last?.frames.upperBound == changes.new.frameCount)
    #expect(zip(made, made.dropFirst()).allSatisfy { $0.frames.upperBound == $1.frames.lowerBound })
  }

  @Test("though an item changed that no output shows")
  func outsideOfTheOutputs() throws {
    let script = { (color: String) in
      """
      edit: 1
      canvas: {size: 160x90, rate: 30}
      timeline:
        - {color: red, for: 2s}
        - {color: \(color), for: 2s}
      outputs: [{file: film.mp4, range: ..2s}]
      """
    }
    let changes = try changes(script("green"), script("blue"))
    #expect(changes.items.count == 1)
    #expect(changes.isSameFilm)
    #expect(
      changes.text(old: "a", new: "b").hasSuffix(
        "same film: no output shows what changed; 1 changed; 4s; 1 segment\n"))
  }
}
