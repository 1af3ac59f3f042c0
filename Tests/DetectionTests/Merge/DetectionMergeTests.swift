import Basics
import TestSupport
import Testing

@testable import Detection

@Suite("Merging what is found into a script")
struct DetectionMergeTests {
  private typealias Proposal = DetectionMerge.Proposal
  private typealias Item = DetectionMerge.Item

  // MARK: - The rows of the table

  @Test("changes nothing for what is found again nearly where it was")
  func near() throws {
    let merge = try merged(base: [range(0, 300)], items: [range(0, 300)], found: [range(3, 295)])
    #expect(merge.edits == [])
    #expect(merge.base == [Proposal(range: range(0, 300))])
  }

  @Test("moves what was not edited by hand")
  func moved() throws {
    let merge = try merged(base: [range(0, 300)], items: [range(0, 300)], found: [range(40, 320)])
    #expect(merge.edits == [.setRange(item: 0, range(40, 320))])
    #expect(merge.base == [Proposal(range: range(40, 320))])
  }

  @Test("removes what is no longer found if it has only what was proposed")
  func removed() throws {
    let plain = try merged(base: [range(0, 300)], items: [range(0, 300)], found: [])
    #expect(plain.edits == [.remove(item: 0)])
    #expect(plain.base == [])
    let named = try DetectionMerge(
      base: [Proposal(range: range(0, 300))], script: [Item(range: range(0, 300), isAsProposed: false)],
      found: [], tolerance: tolerance)
    #expect(named.edits == [])
    #expect(named.notes == [.noLongerFound(item: 0)])
    #expect(named.base == [])
  }

  @Test("leaves what a person changed, and says where it is found now")
  func changed() throws {
    let same = try merged(base: [range(0, 300)], items: [range(0, 280)], found: [range(0, 300)])
    #expect(same.edits == [] && same.notes == [])
    let elsewhere = try merged(base: [range(0, 300)], items: [range(0, 280)], found: [range(50, 330)])
    #expect(elsewhere.edits == [])
    #expect(elsewhere.notes == [.movedElsewhere(item: 0, range(50, 330))])
    #expect(elsewhere.base == [Proposal(range: range(0, 300))])
  }

  @Test("does not propose again what a person deleted")
  func deleted() throws {
    let first = try merged(base: [range(0, 300)], items: [], found: [range(0, 300)])
    #expect(first.edits == [])
    #expect(first.base == [Proposal(range: range(0, 300), isDropped: true)])
    let second = try DetectionMerge(
      base: first.base, script: [], found: [range(2, 301)], tolerance: tolerance)
    #expect(second.edits == [])
    #expect(second.base == first.base)
    let gone = try DetectionMerge(base: first.base, script: [], found: [], tolerance: tolerance)
    #expect(gone.base == [])
  }

  @Test("does not propose what a person's own item already plays")
  func ownItem() throws {
    let merge = try merged(base: [], items: [range(0, 500)], found: [range(100, 400)])
    #expect(merge.edits == [])
    #expect(merge.base == [Proposal(range: range(100, 400), isDropped: true)])
  }

  @Test("proposes the parts of what is removed or shortened")
  func split() throws {
    let parts = [range(0, 100), range(110, 200), range(210, 300)]
    let removed = try merged(base: [range(0, 300)], items: [range(0, 300)], found: parts)
    #expect(removed.edits == [.remove(item: 0)] + parts.map { .insert($0, .end) })
    #expect(removed.base == parts.map { Proposal(range: $0) })
    let shortened = try merged(
      base: [range(0, 300)], items: [range(0, 300)], found: [range(0, 200), range(210, 300)])
    #expect(
      shortened.edits == [
        .setRange(item: 0, range(0, 200)), .insert(range(210, 300), .behind(item: 0)),
      ])
  }

  @Test("follows what a person moved to where it is found")
  func agreed() throws {
    let merge = try merged(base: [range(0, 300)], items: [range(50, 330)], found: [range(50, 330)])
    #expect(merge.edits == [] && merge.notes == [])
    #expect(merge.base == [Proposal(range: range(50, 330))])
  }

  @Test("adopts what is as it would be proposed, only if there was a base")
  func adopted() throws {
    let plain = Item(range: range(0, 300))
    for adopts in [false, true] {
      let merge = try DetectionMerge(
        base: [], script: [plain, Item(range: range(400, 500), isAsProposed: false)],
        found: [range(0, 300), range(400, 500)], tolerance: tolerance, adopts: adopts)
      #expect(merge.edits == [])
      #expect(
        merge.base == [
          Proposal(range: range(0, 300), isDropped: !adopts),
          Proposal(range: range(400, 500), isDropped: true),
        ])
    }
  }

  @Test("inserts beside the neighbours of what is new")
  func inserted() throws {
    let ranges = [range(0, 100), range(200, 300), range(400, 500)]
    let merge = try merged(base: [ranges[1]], items: [ranges[1]], found: ranges)
    #expect(
      merge.edits == [.insert(ranges[0], .before(item: 0)), .insert(ranges[2], .behind(item: 0))])
    let empty = try merged(base: [], items: [], found: ranges)
    #expect(empty.edits == ranges.map { DetectionMerge.Edit.insert($0, .end) })
  }

  @Test("pairs markers by their names, and moments by nearness")
  func markers() throws {
    let base = [
      Proposal(name: "beat-001", range: range(50, 50)), Proposal(name: "beat-002", range: range(90, 90)),
    ]
    let items = [Item(name: "beat-002", range: range(95, 95)), Item(name: "intro", range: range(130, 130))]
    let merge = try DetectionMerge(
      base: base, script: items, found: [range(51, 51), range(90, 90), range(131, 131), range(170, 170)],
      tolerance: RationalTime(3, 100)!)
    #expect(merge.edits == [.insert(range(170, 170), .behind(item: 1))])
    #expect(
      merge.base == [
        Proposal(name: "beat-001", range: range(50, 50), isDropped: true), base[1],
        Proposal(range: range(131, 131), isDropped: true), Proposal(range: range(170, 170)),
      ])
  }

  @Test("leaves a marker that was renamed")
  func renamed() throws {
    let merge = try DetectionMerge(
      base: [Proposal(name: "beat-001", range: range(50, 50))],
      script: [Item(name: "intro", range: range(50, 50))], found: [], tolerance: tolerance)
    #expect(merge.edits == [])
    #expect(merge.notes == [.noLongerFound(item: 0)])
  }

  @Test("takes the first of equal items once each")
  func equalItems() throws {
    let same = range(0, 100)
    let merge = try merged(base: [same, same], items: [same, same, same], found: [same])
    #expect(merge.edits == [.remove(item: 1)])
  }

  // MARK: - The laws, on random edits

  @Test("never loses the work of a hand, and is done after one merge", arguments: 0..<400)
  func laws(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let proposed = randomRanges(&random)
    let start = try merged(base: [], items: [], found: proposed)
    var script = Script()
    script.apply(start)
    #expect(script.items.map(\.range) == proposed)

    let unchanged = try merge(script, start.base, proposed)
    #expect(unchanged.edits == [] && unchanged.notes == [] && unchanged.base == start.base)

    let deleted = script.edit(&random)
    let afterEdits = try merge(script, start.base, proposed)
    #expect(afterEdits.edits == [], "the same detection")

    let found = wandered(proposed, &random)
    let before = script.items
    let first = try merge(script, start.base, found)
    let shuffled = try merge(script, start.base.shuffled(using: &random), found.shuffled(using: &random))
    #expect(shuffled == first, "the order of the lists has an effect")
    script.apply(first)
    for item in before where item.isTouched { #expect(script.items.contains(item), "\(item) is lost") }
    // What was deleted comes back only if it is found at another place.
    for range in deleted where found.contains(range) {
      #expect(!script.items.contains { $0.range == range && !$0.isTouched })
    }
    let second = try merge(script, first.base, found)
    #expect(second.edits == [] && second.base == first.base, "the second merge")
    let afterKill = try merge(script, start.base, found, adopts: true)
    #expect(afterKill.edits == [], "the base was not written")
  }

  private func merge(
    _ script: Script, _ base: [DetectionMerge.Proposal], _ found: [TimeRange], adopts: Bool = false
  ) throws -> DetectionMerge {
    try DetectionMerge(
      base: base, script: script.items.map { Item(range: $0.range, isAsProposed: !$0.isNamed) }, found: found,
      tolerance: tolerance, adopts: adopts)
  }

  private func merged(
    base: [TimeRange], items: [TimeRange], found: [TimeRange]
  ) throws -> DetectionMerge {
    try DetectionMerge(
      base: base.map { Proposal(range: $0) }, script: items.map { Item(range: $0) }, found: found,
      tolerance: tolerance)
  }

  /// Ranges apart from each other, in hundredths of a second.
  private func randomRanges(_ random: inout SeededRandom) -> [TimeRange] {
    var at = 0
    return (0..<Int.random(in: 0...14, using: &random)).map { _ in
      at += .random(in: 10...80, using: &random)
      let start = at
      at += .random(in: 15...400, using: &random)
      return range(start, at)
    }
  }

  /// Another detection: ends that wander or move, some that are gone or split, some that are new.
  private func wandered(_ ranges: [TimeRange], _ random: inout SeededRandom) -> [TimeRange] {
    var found: [TimeRange] = []
    var last = 0
    for (start, end) in ranges.map({ (hundredths($0.start), hundredths($0.end)) }) {
      var parts = [(start, end)]
      switch Int.random(in: 0..<8, using: &random) {
      case 0: parts = []
      case 1:
        parts = [(start + .random(in: -5...5, using: &random), end + .random(in: -5...5, using: &random))]
      case 2:
        parts = [(start + .random(in: -40...40, using: &random), end + .random(in: -40...40, using: &random))]
      case 3 where end - start > 60: parts = [(start, (start + end) / 2 - 5), ((start + end) / 2 + 5, end)]
      default: break
      }
      for (start, end) in parts where max(start, last) + 5 < end {
        found.append(range(max(start, last), end))
        last = end + 1
      }
    }
    return found
  }
}

private let tolerance = RationalTime(6, 100)!

private func range(_ start: Int, _ end: Int) -> TimeRange {
  TimeRange(start: RationalTime(Int64(start), 100)!, end: RationalTime(Int64(end), 100)!)!
}

private func hundredths(_ time: RationalTime) -> Int { Int(time.value * 100 / time.timescale) }

/// A script as its items, and what a hand does to it.
private struct Script {
  struct Item: Hashable {
    var range: TimeRange
    /// A person changed or added something.
    var isTouched = false
    /// It has a key that was not proposed.
    var isNamed = false
  }

  var items: [Item] = []

  mutating func apply(_ merge: DetectionMerge) {
    var result = items.map { Optional($0) }
    var before: [Int: [Item]] = [:]
    var behind: [Int: [Item]] = [:]
    var last: [Item] = []
    for edit in merge.edits {
      switch edit {
      case .setRange(let item, let range): result[item]?.range = range
      case .remove(let item): result[item] = nil
      case .insert(let range, .before(let item)): before[item, default: []].append(Item(range: range))
      case .insert(let range, .behind(let item)): behind[item, default: []].append(Item(range: range))
      case .insert(let range, .end): last.append(Item(range: range))
      }
    }
    items =
      result.indices.flatMap { number in
        (before[number] ?? []) + (result[number].map { [$0] } ?? []) + (behind[number] ?? [])
      } + last
  }

  /// Random edits; returns the ranges that were deleted.
  mutating func edit(_ random: inout SeededRandom) -> [TimeRange] {
    var deleted: [TimeRange] = []
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      guard let number = items.indices.randomElement(using: &random) else { return deleted }
      let (start, end) = (hundredths(items[number].range.start), hundredths(items[number].range.end))
      switch Int.random(in: 0..<8, using: &random) {
      case 0 where end - start > 20:
        items[number].range = range(start + .random(in: 1...10, using: &random), end)
        items[number].isTouched = true
      case 5 where end - start > 20:
        items[number].range = range(start, end - .random(in: 1...(end - start) * 3 / 4, using: &random))
        items[number].isTouched = true
      case 6 where number + 1 < items.count:
        let next = items.remove(at: number + 1)
        if !next.isTouched { deleted.append(next.range) }
        let (otherStart, otherEnd) = (hundredths(next.range.start), hundredths(next.range.end))
        items[number].range = range(min(start, otherStart), max(end, otherEnd))
        items[number].isTouched = true
      case 1:
        let half = (start + end) / 2
        items[number] = Item(range: range(start, half), isTouched: true)
        items.insert(Item(range: range(half, end), isTouched: true), at: number + 1)
      case 2:
        if !items[number].isTouched { deleted.append(items[number].range) }
        items.remove(at: number)
      case 3:
        let other = Int.random(in: items.indices, using: &random)
        items.swapAt(number, other)
      case 4:
        items[number].isNamed = true
      default:
        let place = Int.random(in: 0...6000, using: &random)
        items.insert(Item(range: range(place, place + 137), isTouched: true), at: number)
      }
    }
    return deleted
  }
}
