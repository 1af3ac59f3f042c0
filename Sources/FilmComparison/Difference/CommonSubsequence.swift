import Basics

/// A place in an old list and one in a new list that belong together.
struct Match: Hashable {
  let old: Int
  let new: Int
}

/// Which equal tokens two lists have in common in the same order, as many as can be found quickly; in rising order.
///
/// What is equal at both ends is taken first. Tokens that occur once in each list then hold the rest together;
/// between them a table finds the longest common subsequence, where it is small enough, else the first that comes.
func commonSubsequence(_ old: [Int], _ new: [Int]) -> [Match] {
  var matches: [Match] = []
  var waiting = [Stretch(old: old.indices, new: new.indices)]
  while let whole = waiting.popLast() {
    let stretch = takeEqualEnds(of: whole, old, new, into: &matches)
    if stretch.old.isEmpty || stretch.new.isEmpty { continue }
    let anchors = uniqueTokens(in: stretch, old, new).longestRisingSubsequence(by: \.new)
    if anchors.isEmpty {
      matches +=
        stretch.old.count * stretch.new.count <= largestTable
        ? longestInTable(stretch, old, new) : firstThatComes(stretch, old, new)
    } else {
      matches += anchors
      waiting += stretches(between: anchors, in: stretch)
    }
  }
  return matches.sorted { $0.old < $1.old }
}

private let largestTable = 1_000_000

private struct Stretch {
  var old: Range<Int>
  var new: Range<Int>
}

private func takeEqualEnds(
  of stretch: Stretch, _ old: [Int], _ new: [Int], into matches: inout [Match]
) -> Stretch {
  var (oldPart, newPart) = (stretch.old, stretch.new)
  while !oldPart.isEmpty, !newPart.isEmpty, old[oldPart.lowerBound] == new[newPart.lowerBound] {
    matches.append(Match(old: oldPart.lowerBound, new: newPart.lowerBound))
    oldPart = oldPart.lowerBound + 1..<oldPart.upperBound
    newPart = newPart.lowerBound + 1..<newPart.upperBound
  }
  while !oldPart.isEmpty, !newPart.isEmpty, old[oldPart.upperBound - 1] == new[newPart.upperBound - 1] {
    matches.append(Match(old: oldPart.upperBound - 1, new: newPart.upperBound - 1))
    oldPart = oldPart.lowerBound..<oldPart.upperBound - 1
    newPart = newPart.lowerBound..<newPart.upperBound - 1
  }
  return Stretch(old: oldPart, new: newPart)
}

/// In the order of the old list.
private func uniqueTokens(in stretch: Stretch, _ old: [Int], _ new: [Int]) -> [Match] {
  let newPlaces = placesOfUnique(new, in: stretch.new)
  let oldPlaces = placesOfUnique(old, in: stretch.old)
  return stretch.old.compactMap { place in
    guard oldPlaces[old[place]] == place, let other = newPlaces[old[place]] else { return nil }
    return Match(old: place, new: other)
  }
}

private func placesOfUnique(_ tokens: [Int], in part: Range<Int>) -> [Int: Int] {
  var places: [Int: Int] = [:]
  var repeated: Set<Int> = []
  for place in part where places.updateValue(place, forKey: tokens[place]) != nil {
    repeated.insert(tokens[place])
  }
  return places.filter { !repeated.contains($0.key) }
}

private func stretches(between anchors: [Match], in stretch: Stretch) -> [Stretch] {
  var result: [Stretch] = []
  var start = (old: stretch.old.lowerBound, new: stretch.new.lowerBound)
  for anchor in anchors {
    result.append(Stretch(old: start.old..<anchor.old, new: start.new..<anchor.new))
    start = (anchor.old + 1, anchor.new + 1)
  }
  result.append(Stretch(old: start.old..<stretch.old.upperBound, new: start.new..<stretch.new.upperBound))
  return result
}

private func longestInTable(_ stretch: Stretch, _ old: [Int], _ new: [Int]) -> [Match] {
  bestAlignment(stretch.old.count, stretch.new.count) { a, b in
    old[stretch.old.lowerBound + a] == new[stretch.new.lowerBound + b] ? 1 : 0
  }.map { Match(old: stretch.old.lowerBound + $0.old, new: stretch.new.lowerBound + $0.new) }
}

/// Each old token with the next equal new one that comes after the last.
private func firstThatComes(_ stretch: Stretch, _ old: [Int], _ new: [Int]) -> [Match] {
  var places: [Int: [Int]] = [:]
  for place in stretch.new.reversed() { places[new[place], default: []].append(place) }
  var matches: [Match] = []
  var from = stretch.new.lowerBound
  for place in stretch.old {
    while let next = places[old[place]]?.last, next < from { places[old[place]]?.removeLast() }
    guard let next = places[old[place]]?.popLast() else { continue }
    matches.append(Match(old: place, new: next))
    from = next + 1
  }
  return matches
}

/// The pairs, in the same order on both sides, whose scores add up to the most; pairs of score 0 do not count.
func bestAlignment(_ oldCount: Int, _ newCount: Int, score: (Int, Int) -> Int32) -> [Match] {
  let width = newCount + 1
  // Row a, column b: the best of what is left from old place a and new place b on.
  var best = [Int32](repeating: 0, count: (oldCount + 1) * width)
  for a in stride(from: oldCount - 1, through: 0, by: -1) {
    for b in stride(from: newCount - 1, through: 0, by: -1) {
      let skipping = max(best[(a + 1) * width + b], best[a * width + b + 1])
      let value = score(a, b)
      best[a * width + b] = value > 0 ? max(skipping, value + best[(a + 1) * width + b + 1]) : skipping
    }
  }
  var matches: [Match] = []
  var (a, b) = (0, 0)
  while a < oldCount, b < newCount {
    let here = best[a * width + b]
    let value = score(a, b)
    if value > 0, here == value + best[(a + 1) * width + b + 1] {
      matches.append(Match(old: a, new: b))
      (a, b) = (a + 1, b + 1)
    } else if here == best[(a + 1) * width + b] {
      a += 1
    } else {
      b += 1
    }
  }
  return matches
}
