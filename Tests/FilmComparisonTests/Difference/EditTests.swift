import Basics
import EditScript
import FilmComparison
import TestSupport
import Testing

/// Random films with one known edit: the comparison must say this edit and nothing else.
@Suite("One edit of a random film")
struct EditTests {
  @Test("that adds an item is one addition", arguments: 0..<8)
  func addition(seed: Int) throws {
    var (draft, random) = draft(seed)
    let old = draft.text
    let place = Int.random(in: 0...draft.timeline.count, using: &random)
    draft.timeline.insert(FilmDraft.item(number: 9000, using: &random), at: place)
    let changes = try compared(old, draft)
    #expect(changes.items.map(\.kind) == [.added])
    #expect(changes.items.first?.new?.index == place)
    // Everything behind it comes later, by its length, and nothing before it.
    let added = try #require(changes.items.first?.new?.timelineRange)
    let length = try added.duration()
    let later = draft.timeline.count - 1 - place
    let shifts = changes.shifts.filter { $0.lane == .timeline }
    #expect(shifts.map(\.itemCount) == (later == 0 ? [] : [later]))
    #expect(shifts.allSatisfy { $0.offset == length && $0.firstIndex == place + 1 })
    #expect(!changes.isSameFilm)
  }

  @Test("that removes an item is one removal", arguments: 0..<8)
  func removal(seed: Int) throws {
    var (draft, random) = draft(seed)
    let old = draft.text
    let place = Int.random(in: 0..<draft.timeline.count, using: &random)
    draft.timeline.remove(at: place)
    let changes = try compared(old, draft)
    #expect(changes.items.map(\.kind) == [.removed])
    #expect(changes.items.first?.old?.index == place)
    #expect(!changes.isSameFilm)
  }

  @Test("that moves an item is one move", arguments: 0..<12)
  func move(seed: Int) throws {
    var (draft, random) = draft(seed)
    let old = draft
    let from = Int.random(in: 0..<draft.timeline.count, using: &random)
    let to = Int.random(in: 0..<draft.timeline.count, using: &random)
    draft.timeline.insert(draft.timeline.remove(at: from), at: to)
    let changes = try compared(old.text, draft)
    guard from != to else { return #expect(changes.isEmpty) }
    #expect(changes.items.map(\.kind) == [.moved] && changes.items.allSatisfy { $0.values.isEmpty })
    // Of two neighbours that changed places either may be the one that moved: what counts is that it leads there.
    let (before, after) = try (
      #require(changes.items.first?.old?.index), #require(changes.items.first?.new?.index)
    )
    var replayed = old.timeline
    replayed.insert(replayed.remove(at: before), at: after)
    #expect(replayed == draft.timeline)
  }

  @Test("that changes a value is one change with both values", arguments: 0..<24)
  func change(seed: Int) throws {
    var (draft, random) = draft(seed)
    let old = draft.text
    let place = Int.random(in: 0..<draft.timeline.count, using: &random)
    let isClip = draft.timeline[place].kind.hasPrefix("clip")
    let options: [(key: String, value: String, property: String, old: String?, new: String)] =
      [
        ("opacity", "1 -> 0.5 over last 1s ease-in", "opacity", nil, "1 -> 0.5 over last 1s ease-in"),
        ("opacity", "0.25", "opacity", nil, "0.25"),
        ("width", "50%", "width", nil, "50%"),
        ("place", "\"top left, margin 4px\"", "place", nil, "top left, margin 4px"),
      ]
      + (isClip
        ? [
          ("volume", "50%", "volume", nil, "0.5"), ("audio", "off", "audio", nil, "off"),
          ("take", "51s..59.5s", "take", draft.timeline[place].values["take"], "51s..59.5s"),
        ] : [("for", "75f", "for", "2s", "75f")])
    guard let option = options.randomElement(using: &random) else { return }
    draft.timeline[place].values[option.key] = option.value
    let changes = try compared(old, draft)
    #expect(changes.items.map(\.kind) == [.changed])
    let value = try #require(changes.items.first?.values.first)
    #expect(changes.items.first?.values.count == 1)
    #expect(value.property == option.property && value.new == option.new)
    if option.property != "take" { #expect(value.old == option.old) }
    #expect(changes.items.first?.new?.index == place)
    #expect(!changes.isSameFilm)
  }

  @Test("that spells everything in another way is no change", arguments: 0..<8)
  func respelling(seed: Int) throws {
    var (draft, random) = draft(seed)
    let old = draft.text
    for place in draft.timeline.indices {
      if draft.timeline[place].values["for"] == "2s" { draft.timeline[place].values["for"] = "60f" }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: draft.timeline[place].values["opacity"] = "1"
      case 1: draft.timeline[place].values["fit"] = "contain"
      case 2: draft.timeline[place].values["note"] = "a word"
      default: draft.timeline[place].values["place"] = "\"50%, 50%\""
      }
    }
    let changes = try compared(old, draft)
    #expect(changes.isEmpty && changes.isSameFilm && changes.shifts.isEmpty)
  }

  @Test("or many of all kinds lead from the old list to the new one", arguments: 0..<16)
  func replay(seed: Int) throws {
    var (draft, random) = draft(seed)
    let old = draft
    for edit in 0..<Int.random(in: 2...12, using: &random) {
      let place = Int.random(in: 0..<draft.timeline.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: draft.timeline.insert(FilmDraft.item(number: 8000 + edit, using: &random), at: place)
      case 1 where draft.timeline.count > 2: draft.timeline.remove(at: place)
      case 2: draft.timeline.append(draft.timeline.remove(at: place))
      default: draft.timeline[place].values["opacity"] = "0.\(edit + 1)"
      }
    }
    let changes = try compared(old.text, draft)
    let lane = changes.items.filter { $0.lane == .timeline }
    // Take out what is gone or moves, put in what is new or came: the items must be the new ones in their order.
    var gone = Set(lane.filter { $0.kind != .changed }.compactMap { $0.old?.index })
    let come = Set(lane.filter { $0.kind != .changed }.compactMap { $0.new?.index })
    var stayed = old.timeline.indices.filter { !gone.contains($0) }[...]
    for (index, item) in draft.timeline.enumerated() where !come.contains(index) {
      let next = stayed.popFirst()
      let before = try #require(next)
      let change = lane.first { $0.kind == .changed && $0.new?.index == index }
      #expect((old.timeline[before] == item) == (change == nil))
      if let change { #expect(change.old?.index == before) }
    }
    #expect(stayed.isEmpty)
    for move in lane where move.kind == .moved {
      let (from, to) = try (#require(move.old?.index), #require(move.new?.index))
      #expect((old.timeline[from] == draft.timeline[to]) == move.values.isEmpty)
      gone.remove(from)
    }
    #expect(gone.count == lane.count { $0.kind == .removed })
  }

  // MARK: -

  private func draft(_ seed: Int) -> (FilmDraft, SeededRandom) {
    var random = SeededRandom(seed: UInt64(seed))
    let draft = FilmDraft(itemCount: Int.random(in: 2...30, using: &random), using: &random)
    return (draft, random)
  }

  private func compared(_ old: String, _ new: FilmDraft) throws -> FilmChanges {
    try changes(old, new.text, media: FilmDraft.media)
  }
}
