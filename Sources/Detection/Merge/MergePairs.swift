import Basics

/// Which proposals of the base belong to which ranges of another list; each belongs to one at most.
struct MergePairs {
  /// For each proposal, the number of its range.
  private(set) var partner: [Int: Int] = [:]
  private var taken: Set<Int> = []
  /// Proposals whose range is the same or near.
  private var alike: Set<Int> = []

  func isTaken(_ number: Int) -> Bool { taken.contains(number) }
  func isAlike(_ proposal: Int) -> Bool { alike.contains(proposal) }

  /// Proposals and the items of a script: by name, by the same range, by order and overlap.
  init(proposals: [DetectionMerge.Proposal], items: [DetectionMerge.Item]) throws(TimeOverflow) {
    let candidates = proposals.indices.filter { !proposals[$0].isDropped }
    let ranges = candidates.map { ($0, proposals[$0].range) }
    pairEqual(
      candidates.compactMap { number in proposals[number].name.map { (number, $0) } },
      items.indices.compactMap { number in items[number].name.map { (number, $0) } })
    pairEqual(ranges, items.indices.map { ($0, items[$0].range) })
    try pairOverlapping(ranges, items.map(\.range))
  }

  /// Proposals and what is found now: by the same range, by near ends, by order and overlap.
  init(
    proposals: [DetectionMerge.Proposal], found: [TimeRange], tolerance: RationalTime
  ) throws(TimeOverflow) {
    let ranges = proposals.indices.map { ($0, proposals[$0].range) }
    pairEqual(ranges, found.indices.map { ($0, found[$0]) })
    try pairNear(ranges, found, tolerance)
    alike = Set(partner.keys)
    try pairOverlapping(ranges, found)
  }

  private mutating func pair(_ proposal: Int, _ number: Int) {
    partner[proposal] = number
    taken.insert(number)
  }

  /// Pairs equal values, the first with the first.
  private mutating func pairEqual<Value: Hashable>(_ proposals: [(Int, Value)], _ others: [(Int, Value)]) {
    var waiting: [Value: [Int]] = [:]
    for (number, value) in others.reversed() where !taken.contains(number) {
      waiting[value, default: []].append(number)
    }
    for (proposal, value) in proposals where partner[proposal] == nil {
      if let number = waiting[value]?.popLast() { pair(proposal, number) }
    }
  }

  private mutating func pairNear(
    _ proposals: [(Int, TimeRange)], _ found: [TimeRange], _ tolerance: RationalTime
  ) throws(TimeOverflow) {
    let free = proposals.filter { partner[$0.0] == nil }
    let ranges = SortedRanges(free.map(\.1))
    for (number, range) in found.enumerated() where !taken.contains(number) {
      for candidate in try ranges.startingWithin(tolerance, of: range.start) {
        guard partner[free[candidate].0] == nil,
          try distance(free[candidate].1.end, range.end) <= tolerance
        else { continue }
        pair(free[candidate].0, number)
        break
      }
    }
  }

  /// The longest chain of pairs that keeps the order of both lists and whose ranges share half of their union.
  private mutating func pairOverlapping(
    _ proposals: [(Int, TimeRange)], _ others: [TimeRange]
  ) throws(TimeOverflow) {
    let free = others.indices.filter { !taken.contains($0) }
    let ranges = SortedRanges(free.map { others[$0] })
    var candidates: [(proposal: Int, other: Int)] = []
    for (proposal, range) in proposals where partner[proposal] == nil {
      let near = try ranges.sharingHalf(of: range).map { free[$0] }
      // Of one proposal's candidates, a rising chain can then hold one at most.
      candidates += near.sorted(by: >).map { (proposal, $0) }
    }
    for (proposal, other) in candidates.longestRisingSubsequence(by: \.other) { pair(proposal, other) }
  }
}

/// Ranges in the order of their starts, to find those near a given one.
struct SortedRanges {
  private let numbers: [Int]
  private let ranges: [TimeRange]
  /// For each range, the latest end up to it.
  private let latestEnds: [RationalTime]

  init(_ all: [TimeRange]) {
    let numbers = all.indices.sorted { (all[$0].start, all[$0].end, $0) < (all[$1].start, all[$1].end, $1) }
    self.numbers = numbers
    ranges = numbers.map { all[$0] }
    var latest: [RationalTime] = []
    for range in ranges { latest.append(latest.last.map { max($0, range.end) } ?? range.end) }
    latestEnds = latest
  }

  /// The numbers of the ranges that start at most `tolerance` away, in order.
  func startingWithin(_ tolerance: RationalTime, of moment: RationalTime) throws(TimeOverflow) -> [Int] {
    let (least, greatest) = (try moment - tolerance, try moment + tolerance)
    let first = ranges.partitioningIndex { $0.start >= least }
    let end = ranges.partitioningIndex { $0.start > greatest }
    return Array(numbers[first..<max(first, end)])
  }

  /// The numbers of the ranges whose intersection with `range` is at least half of their union.
  func sharingHalf(of range: TimeRange) throws(TimeOverflow) -> [Int] {
    let first = latestEnds.partitioningIndex { $0 > range.start }
    let end = ranges.partitioningIndex { $0.start >= range.end }
    var sharing: [Int] = []
    for index in first..<max(first, end) {
      guard let inside = try range.intersection(ranges[index])?.duration() else { continue }
      if try inside.scaled(by: 2, over: 1) >= range.union(ranges[index]).duration() {
        sharing.append(numbers[index])
      }
    }
    return sharing
  }

  /// The first range in the order of the list that contains half of `range` or, if that is a moment, is near it.
  func covering(half range: TimeRange, tolerance: RationalTime) throws(TimeOverflow) -> Int? {
    if range.isEmpty { return try startingWithin(tolerance, of: range.start).min() }
    let first = latestEnds.partitioningIndex { $0 > range.start }
    let end = ranges.partitioningIndex { $0.start >= range.end }
    var covering: Int?
    for index in first..<max(first, end) {
      guard let inside = try range.intersection(ranges[index])?.duration() else { continue }
      if try inside.scaled(by: 2, over: 1) >= range.duration() {
        covering = min(covering ?? .max, numbers[index])
      }
    }
    return covering
  }
}

private func distance(_ a: RationalTime, _ b: RationalTime) throws(TimeOverflow) -> RationalTime {
  a < b ? try b - a : try a - b
}
