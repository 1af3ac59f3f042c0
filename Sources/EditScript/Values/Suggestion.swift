/// Finds the word somebody meant.
package enum Suggestion {
  /// The candidate nearest to a misspelled word, or nil when none is near enough to be meant.
  ///
  /// Case, dashes, underscores and blanks make no difference, so `easeInOut` is `ease-in-out`. The earliest of
  /// equally near candidates wins.
  package static func best(for word: String, among candidates: [String]) -> String? {
    let wanted = folded(word)
    guard !wanted.isEmpty, wanted.count <= longestWord else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let other = folded(candidate)
      let limit = min(best.map { $0.distance - 1 } ?? Int.max, allowance(wanted.count, other.count))
      guard limit >= 0, abs(wanted.count - other.count) <= limit else { continue }
      let distance = editDistance(wanted, other)
      if distance <= limit { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// Whether two spellings differ in nothing but case, dashes, underscores and blanks.
  package static func isSameWord(_ a: String, _ b: String) -> Bool { folded(a) == folded(b) }

  /// Longer texts are no misspelled words, and comparing them would only cost time.
  private static let longestWord = 64

  /// How many slips a word of this length may hold: none in a letter or two, one in up to five, then two or three.
  private static func allowance(_ a: Int, _ b: Int) -> Int {
    switch max(a, b) {
    case 0...2: 0
    case 3...5: 1
    case 6...9: 2
    default: 3
    }
  }

  private static func folded(_ word: String) -> [Unicode.Scalar] {
    word.lowercased().unicodeScalars.filter { !"-_ ".unicodeScalars.contains($0) }
  }

  /// Damerau and Levenshtein: insertions, deletions, substitutions, and neighbours that changed places.
  private static func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
