package import Basics

/// Brings a script up to date with what is found now, without touching what a person changed.
///
/// Three lists are compared: what was proposed last (the base), what the script has, and what is found now.
/// Merging the result again changes nothing.
package struct DetectionMerge: Hashable, Sendable {
  /// What was proposed: a range of a medium, or a moment as an empty range.
  package struct Proposal: Hashable, Sendable {
    /// The name that a marker was proposed under.
    package var name: String?
    package var range: TimeRange
    /// A person deleted it, or has something of their own in its place: it is not proposed again.
    package var isDropped: Bool

    package init(name: String? = nil, range: TimeRange, isDropped: Bool = false) {
      self.name = name
      self.range = range
      self.isDropped = isDropped
    }
  }

  /// An item or a marker of the script that plays or marks the medium, as it is written.
  package struct Item: Hashable, Sendable {
    package var name: String?
    package var range: TimeRange
    /// Whether it has nothing but what was proposed: no other key, comment or reference.
    package var isAsProposed: Bool

    package init(name: String? = nil, range: TimeRange, isAsProposed: Bool = true) {
      self.name = name
      self.range = range
      self.isAsProposed = isAsProposed
    }
  }

  package enum Place: Hashable, Sendable {
    case behind(item: Int)
    case before(item: Int)
    case end
  }

  package enum Edit: Hashable, Sendable {
    case setRange(item: Int, TimeRange)
    case remove(item: Int)
    /// Insertions at one place stand in the order of the edits.
    case insert(TimeRange, Place)
  }

  /// What a person should know.
  package enum Note: Hashable, Sendable {
    /// The item differs from what was proposed, and what is found has moved too.
    case movedElsewhere(item: Int, TimeRange)
    /// The item is no longer found, and stays because it has more than was proposed.
    case noLongerFound(item: Int)
  }

  package private(set) var edits: [Edit] = []
  package private(set) var notes: [Note] = []
  /// What the next merge is given as base, in the order of the times.
  package private(set) var base: [Proposal] = []

  /// Items are given in the order of the script, the other lists in any order. Ranges of which both ends differ
  /// by at most `tolerance` count as found again.
  ///
  /// - Parameter adopts: Whether an item that is as it would be proposed counts as proposed: if the medium has a base,
  ///   an earlier merge was killed before it wrote the new one.
  package init(
    base: [Proposal], script items: [Item], found: [TimeRange], tolerance: RationalTime, adopts: Bool = false
  ) throws(TimeOverflow) {
    let base = base.sorted(by: precedes)
    let found = found.sorted(by: precedes)
    let proposed = try MergePairs(proposals: base, items: items)
    let again = try MergePairs(proposals: base, found: found, tolerance: tolerance)
    /// For each range found, its item.
    var itemOfFound: [Int: Int] = [:]
    /// The ranges of the items after the edits; nil for those that are removed.
    var merged: [TimeRange?] = items.map { $0.range }

    for (number, proposal) in base.enumerated() {
      let match = again.partner[number]
      guard let item = proposed.partner[number] else {
        if let match {
          let stays = again.isAlike(number) ? proposal.range : found[match]
          self.base.append(Proposal(name: proposal.name, range: stays, isDropped: true))
        }
        continue
      }
      if let match { itemOfFound[match] = item }
      guard items[item].range == proposal.range else {
        if let match, items[item].range == found[match] {
          self.base.append(Proposal(name: proposal.name, range: found[match]))
          continue
        }
        self.base.append(proposal)
        if let match, !again.isAlike(number) { notes.append(.movedElsewhere(item: item, found[match])) }
        continue
      }
      if let match {
        if again.isAlike(number) {
          self.base.append(proposal)
        } else {
          edits.append(.setRange(item: item, found[match]))
          merged[item] = found[match]
          self.base.append(Proposal(name: proposal.name, range: found[match]))
        }
      } else if items[item].isAsProposed, proposal.name == nil || items[item].name == proposal.name {
        edits.append(.remove(item: item))
        merged[item] = nil
      } else {
        notes.append(.noLongerFound(item: item))
      }
    }

    let staying = items.indices.filter { merged[$0] != nil }
    let ranges = SortedRanges(staying.compactMap { merged[$0] })
    var unproposed: [TimeRange: [Int]] = [:]
    if adopts {
      for item in staying.reversed() where items[item].isAsProposed && !proposed.isTaken(item) {
        unproposed[items[item].range, default: []].append(item)
      }
    }
    var fresh: [Int] = []
    for number in found.indices where !again.isTaken(number) {
      if let item = unproposed[found[number]]?.popLast() {
        itemOfFound[number] = item
        self.base.append(Proposal(name: items[item].name, range: found[number]))
      } else if let item = try ranges.covering(half: found[number], tolerance: tolerance) {
        itemOfFound[number] = staying[item]
        self.base.append(Proposal(range: found[number], isDropped: true))
      } else {
        fresh.append(number)
        self.base.append(Proposal(range: found[number]))
      }
    }
    insert(fresh, of: found, beside: itemOfFound)
    self.base.sort(by: precedes)
  }

  /// Each range goes behind the item of the range before it, else in front of the item of the next one.
  private mutating func insert(_ fresh: [Int], of found: [TimeRange], beside items: [Int: Int]) {
    let placed = items.keys.sorted()
    for number in fresh {
      let next = placed.partitioningIndex { $0 > number }
      let place: Place =
        if next > 0, let item = items[placed[next - 1]] {
          .behind(item: item)
        } else if next < placed.count, let item = items[placed[next]] {
          .before(item: item)
        } else {
          .end
        }
      edits.append(.insert(found[number], place))
    }
  }
}

private func precedes(_ a: TimeRange, _ b: TimeRange) -> Bool { (a.start, a.end) < (b.start, b.end) }

private func precedes(_ a: DetectionMerge.Proposal, _ b: DetectionMerge.Proposal) -> Bool {
  if a.range != b.range { return precedes(a.range, b.range) }
  return (a.name ?? "", a.isDropped ? 1 : 0) < (b.name ?? "", b.isDropped ? 1 : 0)
}
