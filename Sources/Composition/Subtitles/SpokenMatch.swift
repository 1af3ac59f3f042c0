package import Basics

/// Why words of a script are not found in a transcript.
package enum SpokenProblem: Error, Hashable, Sendable {
  /// The word with this index among the written ones does not follow those before it.
  case noSuchWord(Int)
  /// A kept word and one that is left out are spoken at the same time.
  case overlap(String, String, at: RationalTime)
  /// There are too many ways to find the words.
  case tooMany
}

/// A part of a recording with the words that are heard in it.
package struct SpokenPart: Hashable, Sendable {
  package let range: TimeRange
  package let words: [String]
}

extension SpokenWords {
  /// The parts of a take that have only the written words, in order.
  ///
  /// Of several ways to find the words, it is the one with the fewest parts, and of those the latest. `rate` is
  /// nil for a film without a picture.
  package func parts(
    saying written: [String], in take: TimeRange, rate: FrameRate?
  ) throws(SpokenProblem) -> [SpokenPart] {
    let heard = indices(in: take)
    var search = SpokenSearch(for: written, among: heard.map { words[$0].letters })
    try search.findWays()
    let cuts = heard.map { self.cuts(behind: $0, rate: rate) }
    let cutsBefore = heard.map { self.cuts(behind: $0 - 1, rate: rate) }
    guard
      let kept = search.best(
        endsAt: { $0 == heard.count - 1 || cuts[$0] != nil }, beginsAt: { $0 == 0 || cutsBefore[$0] != nil })
    else {
      // Without this condition, there is a way.
      let kept = search.best(endsAt: { _ in true }, beginsAt: { _ in true }) ?? []
      throw overlap(in: kept.map { heard[$0] }, of: heard)
    }
    var parts: [SpokenPart] = []
    var open: [Int] = []
    for (index, next) in zip(kept, kept.dropFirst().map(Optional.some) + [nil]) {
      open.append(index)
      guard next != index + 1 else { continue }
      let start = open[0] == 0 ? take.start : cutsBefore[open[0]]?.beforeNext ?? take.start
      let end = index == heard.count - 1 ? take.end : cuts[index]?.behindWord ?? take.end
      if let range = TimeRange(start: start, end: end) {
        parts.append(SpokenPart(range: range, words: open.map { words[heard[$0]].text }))
      }
      open = []
    }
    return parts
  }

  private func overlap(in kept: [Int], of heard: [Int]) -> SpokenProblem {
    let isKept = Set(kept)
    for (index, next) in zip(heard, heard.dropFirst())
    where isKept.contains(index) != isKept.contains(next)
      && (cuts(behind: index, rate: nil) == nil || cuts(behind: next - 1, rate: nil) == nil)
    {
      return .overlap(words[index].text, words[next].text, at: words[next].time.start)
    }
    return .tooMany
  }
}

/// Finds a text among words by its letters, wherever it has blanks.
private struct SpokenSearch {
  /// The letters of the text, and the index of the written word of each.
  private let letters: [Character]
  private let writtenWords: [Int]
  private let lengths: [Int]
  private let tree: LetterTree
  /// For each letter and the end, the words that can be there, in order, if the rest of the text is found too.
  private var ways: [[Int]] = []

  init(for written: [String], among words: [[Character]]) {
    let letters = written.map { SpokenWords.letters(of: $0) }
    self.letters = letters.flatMap(\.self)
    writtenWords = letters.enumerated().flatMap { word, letters in letters.map { _ in word } }
    lengths = words.map(\.count)
    tree = LetterTree(words)
  }

  /// More would be a transcript that repeats one word.
  private static let mostWays = 1_000_000

  mutating func findWays() throws(SpokenProblem) {
    // The first word with which the letters up to a place can end, and the last one with which the rest can begin.
    var earliest = [Int?](repeating: nil, count: letters.count + 1)
    var latest = earliest
    (earliest[0], latest[letters.count]) = (-1, lengths.count)
    for place in letters.indices {
      guard let before = earliest[place] else { continue }
      for (length, words) in tree.words(at: place, of: letters) {
        guard case let index = words.partitioningIndex(where: { $0 > before }), index < words.count else {
          continue
        }
        earliest[place + length] = min(earliest[place + length] ?? .max, words[index])
      }
    }
    guard earliest[letters.count] != nil else {
      let reached = earliest.lastIndex { $0 != nil } ?? 0
      throw .noSuchWord(writtenWords[min(reached, letters.count - 1)])
    }
    for place in letters.indices.reversed() where earliest[place] != nil {
      for (length, words) in tree.words(at: place, of: letters) {
        guard let after = latest[place + length],
          case let index = words.partitioningIndex(where: { $0 >= after }), index > 0
        else { continue }
        latest[place] = max(latest[place] ?? -1, words[index - 1])
      }
    }
    ways = Array(repeating: [], count: letters.count + 1)
    var count = 0
    for place in letters.indices {
      guard let before = earliest[place] else { continue }
      for (length, words) in tree.words(at: place, of: letters) {
        guard let after = latest[place + length] else { continue }
        let first = words.partitioningIndex { $0 > before }
        let end = words.partitioningIndex { $0 >= after }
        guard first < end else { continue }
        count += end - first
        guard count <= Self.mostWays else { throw .tooMany }
        ways[place] += words[first..<end]
      }
      ways[place].sort()
    }
  }

  /// The indices of the words; nil if there is no way. A part can end with, or begin with, only some of the words.
  func best(endsAt: (Int) -> Bool, beginsAt: (Int) -> Bool) -> [Int]? {
    // How many more parts follow each word, and the fewest of those words from each one on that begin a part.
    var costs: [[Int]] = Array(repeating: [], count: ways.count)
    var fewest = costs
    for place in letters.indices.reversed() {
      costs[place] = ways[place].map { word in cost(of: word, at: place, costs, fewest, endsAt(word)) }
      fewest[place] = costs[place]
      for index in ways[place].indices.reversed() {
        let own = beginsAt(ways[place][index]) ? costs[place][index] : .max
        fewest[place][index] = min(own, index + 1 < ways[place].count ? fewest[place][index + 1] : .max)
      }
    }
    guard var left = fewest.first?.first, left != .max else { return nil }
    var kept: [Int] = []
    var place = 0
    while place < letters.count {
      let index = ways[place].indices.last { index in
        let word = ways[place][index]
        if let last = kept.last, word == last + 1, costs[place][index] == left { return true }
        let isNew = kept.last.map { word > $0 + 1 && endsAt($0) } ?? true
        return isNew && beginsAt(word) && costs[place][index] == (kept.isEmpty ? left : left - 1)
      }
      guard let index else { return nil }
      left = costs[place][index]
      kept.append(ways[place][index])
      place += lengths[ways[place][index]]
    }
    return kept
  }

  private func cost(of word: Int, at place: Int, _ costs: [[Int]], _ fewest: [[Int]], _ canEnd: Bool) -> Int {
    let next = place + lengths[word]
    if next == letters.count { return canEnd ? 0 : .max }
    let following = ways[next].partitioningIndex { $0 > word }
    guard following < ways[next].count else { return .max }
    let isNeighbour = ways[next][following] == word + 1
    let joined = isNeighbour ? costs[next][following] : .max
    let others = isNeighbour ? following + 1 : following
    let apart = canEnd && others < ways[next].count ? fewest[next][others] : .max
    return min(joined, apart == .max ? .max : apart + 1)
  }
}

/// Words by their letters.
private struct LetterTree {
  private struct Branch: Hashable {
    let node: Int
    let letter: Character
  }

  private var branches: [Branch: Int] = [:]
  /// The words that end at each node, in order.
  private var ends: [[Int]] = [[]]

  init(_ words: [[Character]]) {
    for (index, word) in words.enumerated() {
      var node = 0
      for letter in word {
        let branch = Branch(node: node, letter: letter)
        if let known = branches[branch] {
          node = known
        } else {
          ends.append([])
          node = ends.count - 1
          branches[branch] = node
        }
      }
      ends[node].append(index)
    }
  }

  /// The words that begin at a place, by their lengths.
  func words(at place: Int, of letters: [Character]) -> [(length: Int, words: [Int])] {
    var found: [(length: Int, words: [Int])] = []
    var node = 0
    for index in place..<letters.count {
      guard let next = branches[Branch(node: node, letter: letters[index])] else { break }
      node = next
      if !ends[node].isEmpty { found.append((index - place + 1, ends[node])) }
    }
    return found
  }
}
