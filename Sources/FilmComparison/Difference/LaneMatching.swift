/// Matches the items of two versions of a lane.
///
/// First equal items in the same order; then equal items in another order, which were moved; then, between
/// items in order, the most similar ones, which were changed; finally items both moved and changed.
struct LaneMatching {
  private let old: [MatchingKeys]
  private let new: [MatchingKeys]
  /// By index in the new list.
  private(set) var partners: [Int: Partner] = [:]
  private var isTaken: [Bool]

  struct Partner {
    let old: Int
    /// Whether its order among its neighbours changed.
    let isMoved: Bool
  }

  private static let largestTable = 250_000

  init(_ old: [MatchingKeys], _ new: [MatchingKeys]) {
    self.old = old
    self.new = new
    isTaken = old.map { _ in false }
    keepInOrder(by: \.whole) { !$0.isInterchangeable || $0.isNamed }
    keepInOrder(by: \.whole) { _ in true }
    move(by: \.whole) { !$0.isInterchangeable || $0.isNamed }
    for stretch in stretches() { pairAlike(stretch) }
    move(by: \.part) { !$0.isInterchangeable && !$0.isNamed }
    moveOnlyOnes()
  }

  private mutating func keepInOrder(by key: KeyPath<MatchingKeys, Int>, where isMeant: (MatchingKeys) -> Bool)
  {
    for stretch in stretches() {
      let before = stretch.old.filter { isMeant(old[$0]) }
      let after = stretch.new.filter { isMeant(new[$0]) }
      keep(before, after, by: key)
    }
  }

  private mutating func keep(_ before: [Int], _ after: [Int], by key: KeyPath<MatchingKeys, Int>) {
    let matches = commonSubsequence(before.map { old[$0][keyPath: key] }, after.map { new[$0][keyPath: key] })
    for match in matches { pair(before[match.old], after[match.new], isMoved: false) }
  }

  private mutating func pair(_ oldIndex: Int, _ newIndex: Int, isMoved: Bool) {
    partners[newIndex] = Partner(old: oldIndex, isMoved: isMoved)
    isTaken[oldIndex] = true
  }
}

// MARK: - Moved ones

extension LaneMatching {
  /// Pairs equal items regardless of their order, first with first.
  private mutating func move(by key: KeyPath<MatchingKeys, Int>, where isMeant: (MatchingKeys) -> Bool) {
    var waiting: [Int: [Int]] = [:]
    for index in old.indices.reversed() where !isTaken[index] && isMeant(old[index]) {
      waiting[old[index][keyPath: key], default: []].append(index)
    }
    for index in new.indices where partners[index] == nil && isMeant(new[index]) {
      guard let before = waiting[new[index][keyPath: key]]?.popLast() else { continue }
      pair(before, index, isMoved: true)
    }
  }

  /// Pairs moved items with different takes, only if no other item has the same media.
  private mutating func moveOnlyOnes() {
    let before = old.indices.filter { !isTaken[$0] && old[$0].hasMedia && !old[$0].isNamed }
    let after = new.indices.filter { partners[$0] == nil && new[$0].hasMedia && !new[$0].isNamed }
    let oldBySubject = Dictionary(grouping: before) { old[$0].subject }
    let newBySubject = Dictionary(grouping: after) { new[$0].subject }
    for index in after {
      guard let olds = oldBySubject[new[index].subject], olds.count == 1,
        newBySubject[new[index].subject]?.count == 1
      else { continue }
      pair(olds[0], index, isMoved: true)
    }
  }
}

// MARK: - Changed ones

extension LaneMatching {
  private struct Stretch {
    var old: [Int]
    var new: [Int]
  }

  /// The unmatched items between matched neighbours that are in order.
  private func stretches() -> [Stretch] {
    var result: [Stretch] = []
    var (oldStart, newStart) = (0, 0)
    func close(_ oldEnd: Int, _ newEnd: Int) {
      let before = (oldStart..<max(oldStart, oldEnd)).filter { !isTaken[$0] }
      let after = (newStart..<newEnd).filter { partners[$0] == nil }
      if !before.isEmpty, !after.isEmpty { result.append(Stretch(old: before, new: after)) }
    }
    for index in new.indices {
      guard let partner = partners[index], !partner.isMoved else { continue }
      close(partner.old, index)
      (oldStart, newStart) = (partner.old + 1, index + 1)
    }
    close(old.count, new.count)
    return result
  }

  private mutating func pairAlike(_ stretch: Stretch) {
    guard stretch.old.count * stretch.new.count > Self.largestTable else { return pairInTable(stretch) }
    // Too many to compare each pair: match by media and take first, then between these matches.
    keep(stretch.old.filter { !old[$0].isNamed }, stretch.new.filter { !new[$0].isNamed }, by: \.part)
    for part in stretches() where !Set(part.old).isDisjoint(with: stretch.old) {
      if part.old.count * part.new.count <= Self.largestTable {
        pairInTable(part)
      } else {
        keep(part.old.filter { !old[$0].isNamed }, part.new.filter { !new[$0].isNamed }, by: \.subject)
      }
    }
  }

  private mutating func pairInTable(_ stretch: Stretch) {
    let matches = bestAlignment(stretch.old.count, stretch.new.count) { a, b in
      old[stretch.old[a]].likeness(to: new[stretch.new[b]])
    }
    for match in matches { pair(stretch.old[match.old], stretch.new[match.new], isMoved: false) }
  }
}
