import Basics
import Composition

/// Which packets of an expected track a file has, and where.
struct TrackAlignment {
  /// A run of packets that come by the same time too late, or too early if that is negative.
  struct Shift: Hashable {
    var packets: Range<Int>
    var nanoseconds: Int64
  }

  /// The packets that have the expected content at the expected time, in order.
  private var proven: [ProvenRun] = []
  private(set) var provenCount = 0
  private(set) var shifts: [Shift] = []
  /// Packets that stand at the place of another one, with the index of that place.
  private(set) var moved: [Match] = []
  /// Places at which the file has something else.
  private(set) var changed: [Int] = []
  private(set) var missing: [Int] = []
  /// Indices in the file.
  private(set) var added: [Int] = []

  private let expected: PacketMarks
  private let found: PacketMarks
  private let offset: Int64
  private let slack: Int64

  /// `offset` is by how much times in the file are later as a whole.
  init(_ expected: PacketMarks, in found: PacketMarks, offset: Int64, slack: Int64) {
    self.expected = expected
    self.found = found
    self.offset = offset
    self.slack = slack
    align()
  }

  private mutating func align() {
    var rest = atTheirPlaces()
    takeExchanged(&rest)
    takeShifted(&rest)
    takeMoved(&rest)
    for (place, other) in rest.slots.sorted(by: { $0.key < $1.key })
    where rest.old.contains(place) && rest.new.contains(other) {
      changed.append(place)
      rest.old.remove(place)
      rest.new.remove(other)
    }
    takeDamaged(&rest)
    missing = rest.old.sorted()
    added = rest.new.sorted()
  }

  /// The packets that are not at their places.
  private struct Rest {
    var old: Set<Int> = []
    var new: Set<Int> = []
    /// For expected packets: the packet of the file at their time.
    var slots: [Int: Int] = [:]
  }

  /// Proven packets that follow each other in both: all of a film without deviations.
  private struct ProvenRun {
    let old: Int
    let new: Int
    var count: Int
  }

  private func old(_ packet: Int) -> Int { expected.digests.token(at: packet) }
  private func new(_ packet: Int) -> Int { found.digests.token(at: packet) }

  func isProven(_ packet: Int) -> Bool {
    let next = proven.partitioningIndex { $0.old > packet }
    return next > 0 && packet < proven[next - 1].old + proven[next - 1].count
  }

  private mutating func prove(_ place: Int, _ other: Int) {
    provenCount += 1
    if let last = proven.last, last.old + last.count == place, last.new + last.count == other {
      proven[proven.count - 1].count += 1
    } else {
      proven.append(ProvenRun(old: place, new: other, count: 1))
    }
  }

  /// Whether a packet that is not proven lies between the same proven packets in both.
  private func keepsOrder(_ place: Int, _ other: Int) -> Bool {
    let next = proven.partitioningIndex { $0.old > place }
    return (next == 0 || proven[next - 1].new + proven[next - 1].count <= other)
      && (next == proven.count || other < proven[next].new)
  }

  private mutating func atTheirPlaces() -> Rest {
    var rest = Rest()
    var (place, other) = (0, 0)
    while place < expected.count || other < found.count {
      guard place < expected.count, other < found.count else {
        rest.old.formUnion(place..<expected.count)
        rest.new.formUnion(other..<found.count)
        break
      }
      let late = found.times[other] - offset - expected.times[place]
      if late.magnitude <= slack.magnitude {
        if old(place) == new(other) {
          prove(place, other)
        } else {
          rest.old.insert(place)
          rest.new.insert(other)
          rest.slots[place] = other
        }
        (place, other) = (place + 1, other + 1)
      } else if late > 0 {
        rest.old.insert(place)
        place += 1
      } else {
        rest.new.insert(other)
        other += 1
      }
    }
    return rest
  }

  /// Pairs that stand in each other's place.
  private mutating func takeExchanged(_ rest: inout Rest) {
    let places = Dictionary(grouping: rest.slots.keys.sorted()) { old($0) }
    for place in rest.slots.keys.sorted() {
      guard rest.old.contains(place), let there = rest.slots[place],
        let other = places[new(there)]?.first(where: {
          guard $0 > place, rest.old.contains($0), let its = rest.slots[$0] else { return false }
          return new(its) == old(place)
        }), let its = rest.slots[other]
      else { continue }
      moved.append(Match(old: place, new: other))
      moved.append(Match(old: other, new: place))
      rest.old.subtract([place, other])
      rest.new.subtract([there, its])
    }
  }

  /// Runs in the right order at other times.
  private mutating func takeShifted(_ rest: inout Rest) {
    let (olds, news) = (rest.old.sorted(), rest.new.sorted())
    let matches = commonSubsequence(olds.map(old), news.map(new))
    if matches.isEmpty { return }
    let repeated = repeatedTokens
    for match in matches {
      let (place, other) = (olds[match.old], news[match.new])
      // Between others that are at their places, it has moved.
      guard keepsOrder(place, other) else { continue }
      rest.old.remove(place)
      rest.new.remove(other)
      let late = found.times[other] - offset - expected.times[place]
      if let last = shifts.last, (last.nanoseconds - late).magnitude <= 2 * slack.magnitude,
        (last.packets.upperBound..<place).allSatisfy({ repeated.contains(old($0)) })
      {
        shifts[shifts.count - 1].packets = last.packets.lowerBound..<place + 1
      } else {
        shifts.append(Shift(packets: place..<place + 1, nanoseconds: late))
      }
    }
  }

  /// Equal packets, such as those of silence, cannot be told apart.
  private var repeatedTokens: Set<Int> {
    var seen: Set<Int> = []
    return Set((0..<expected.count).lazy.map(old).filter { !seen.insert($0).inserted })
  }

  private mutating func takeMoved(_ rest: inout Rest) {
    var others = Dictionary(grouping: rest.new.sorted().reversed()) { new($0) }
    for place in rest.old.sorted() {
      guard let other = others[old(place)]?.popLast() else { continue }
      moved.append(Match(old: place, new: nearest(to: found.times[other] - offset)))
      rest.old.remove(place)
      rest.new.remove(other)
    }
    moved.sort { $0.old < $1.old }
  }

  /// Packets that are there, although they are too damaged to state their times.
  private mutating func takeDamaged(_ rest: inout Rest) {
    for time in found.damaged {
      func distance(_ place: Int) -> UInt64 { (expected.times[place] - (time - offset)).magnitude }
      let nearest = rest.old.min { (distance($0), $0) < (distance($1), $1) }
      // Pictures are stored near those beside which they are shown.
      guard let nearest, distance(nearest) < 1_000_000_000 else { continue }
      changed.append(nearest)
      rest.old.remove(nearest)
    }
    changed.sort()
  }

  /// The expected packet whose time is nearest.
  private func nearest(to time: Int64) -> Int {
    let next = expected.times.partitioningIndex { $0 >= time }
    guard next > 0 else { return 0 }
    guard next < expected.count else { return expected.count - 1 }
    return expected.times[next] - time < time - expected.times[next - 1] ? next : next - 1
  }

  /// The expected packet that a packet of the file repeats; nil if it is none of the film's.
  func original(ofFound index: Int) -> Int? {
    let place = nearest(to: found.times[index] - offset)
    let token = new(index)
    let candidates = (0..<expected.count).filter { old($0) == token }
    return candidates.min { ($0 - place).magnitude < ($1 - place).magnitude }
  }
}

/// By how much a track is later in a file as a whole: as much as another track, if any packet agrees with that;
/// otherwise what its first packets agree in.
func startOffset(
  of expected: PacketMarks, in found: PacketMarks, slack: Int64, like other: Int64? = nil
) -> Int64 {
  // The first minutes tell, unless none of their packets is unique.
  for most in [mostCompared, Int.max] {
    let late = differences(of: expected, first: most, in: found, first: most == .max ? most : 2 * most)
    if let other {
      if let same = late.first(where: { ($0 - other).magnitude <= slack.magnitude }) {
        return middle(of: late, near: same, slack: slack)
      }
      // Perhaps later packets agree.
      if most < expected.count { continue }
    }
    if let agreed = firstAgreement(of: late, slack: slack) {
      return middle(of: late, near: agreed, slack: slack)
    }
    if let first = late.first, most >= expected.count { return middle(of: late, near: first, slack: slack) }
  }
  return (found.times.first ?? 0) - (expected.times.first ?? 0)
}

private let mostCompared = 8192

/// By how much the packets that are unique at the beginnings of both tracks are later in the file.
private func differences(
  of expected: PacketMarks, first count: Int, in found: PacketMarks, first otherCount: Int
) -> [Int64] {
  let (tokens, others) = (expected.tokens(first: count), found.tokens(first: otherCount))
  let (own, places) = (placesOfUnique(tokens, in: tokens.indices), placesOfUnique(others, in: others.indices))
  return tokens.indices.compactMap { place in
    guard own[tokens[place]] == place, let other = places[tokens[place]] else { return nil }
    return found.times[other] - expected.times[place]
  }
}

extension PacketMarks {
  fileprivate func tokens(first count: Int) -> [Int] {
    (0..<self.count).prefix(count).map { digests.token(at: $0) }
  }
}

/// The first of three packets that agree.
private func firstAgreement(of differences: [Int64], slack: Int64) -> Int64? {
  differences.indices.dropLast(2).first {
    (differences[$0] - differences[$0 + 1]).magnitude <= slack.magnitude
      && (differences[$0] - differences[$0 + 2]).magnitude <= slack.magnitude
  }.map { differences[$0] }
}

private func middle(of differences: [Int64], near agreed: Int64, slack: Int64) -> Int64 {
  let near = differences.filter { ($0 - agreed).magnitude <= slack.magnitude }
  guard let low = near.min(), let high = near.max() else { return agreed }
  return low + (high - low) / 2
}
