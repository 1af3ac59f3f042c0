import FilmComparison
import TestSupport
import Testing

@Suite("Films of thousands of items")
struct LargeFilmTests {
  @Test("are compared in a moment, however they were changed")
  func manyItems() throws {
    var random = SeededRandom(seed: 7)
    var draft = FilmDraft(itemCount: 2000, using: &random)
    let old = try TestFilm(draft.text, media: FilmDraft.media)
    for edit in 0..<200 {
      let place = Int.random(in: 0..<draft.timeline.count, using: &random)
      switch edit % 4 {
      case 0: draft.timeline.insert(FilmDraft.item(number: 5000 + edit, using: &random), at: place)
      case 1: draft.timeline.remove(at: place)
      case 2: draft.timeline.append(draft.timeline.remove(at: place))
      default: draft.timeline[place].values["opacity"] = "0.5"
      }
    }
    let new = try TestFilm(draft.text, media: FilmDraft.media)
    var changes: FilmChanges?
    let time = processorTime { changes = compareFilms(old.version, new.version, storeIsKnown: false) }
    let kinds = changes?.items.map(\.kind) ?? []
    // Of fifty edits of each kind, a few undo each other or meet in one item.
    #expect(kinds.count { $0 == .added } == kinds.count { $0 == .removed })
    for kind in [ItemChange.Kind.added, .removed, .moved, .changed] {
      #expect((40...50).contains(kinds.count { $0 == kind }), "\(kind)")
    }
    // Unoptimized; a release build takes a small part of this.
    #expect(time < .seconds(8))
  }

  @Test("that have nothing in common are compared, too")
  func nothingInCommon() throws {
    var random = SeededRandom(seed: 8)
    let old = FilmDraft(itemCount: 800, using: &random)
    var new = old
    for place in new.timeline.indices {
      new.timeline[place] = FilmDraft.item(number: 6000 + place, using: &random)
    }
    let (before, after) = try (
      TestFilm(old.text, media: FilmDraft.media), TestFilm(new.text, media: FilmDraft.media)
    )
    var changes: FilmChanges?
    let time = processorTime { changes = compareFilms(before.version, after.version, storeIsKnown: false) }
    #expect(changes?.isSameFilm == false)
    #expect(time < .seconds(12))
  }
}
