import Basics

/// The indices of a pair in an old and a new list.
struct Match: Hashable {
  let old: Int
  let new: Int
}

/// A common subsequence of two lists of tokens, as long as can be found quickly, in rising order.
///
/// Equal ends are matched first, then tokens that occur once in each list. Between these, a table finds the
/// longest common subsequence if it is small enough; otherwise matching is greedy.
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

/// The tokens that occur once in each list, in the order of the old list.
private func uniqueTokens(in stretch: Stretch, _ old: [Int], _ new: [Int]) -> [Match] {
  let newPlaces = placesOfUnique(new, in: stretch.new)
  let oldPlaces = placesOfUnique(old, in: stretch.old)
  return stretch.old.compactMap { place in
    guard oldPlaces[old[place]] == place, let other = newPlaces[old[place]] else { return nil }
    return Match(old: place, new: other)
  }
}

/// The places of the tokens that occur once in a part of a list.
func placesOfUnique(_ tokens: [Int], in part: Range<Int>) -> [Int: Int] {
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

/// Matches each old token with the next equal new token after the previous match.
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

/// The pairs with the highest total score, in the same order on both sides; excludes pairs with score 0.
func bestAlignment(_ oldCount: Int, _ newCount: Int, score: (Int, Int) -> Int32) -> [Match] {
  let width = newCount + 1
  // Row a, column b: the best score of the lists from a and b on.
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
