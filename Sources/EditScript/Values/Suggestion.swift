/// Finds the word that was probably intended.
package enum Suggestion {
  /// The candidate nearest to a misspelled word; nil if none is near enough.
  ///
  /// Ignores case, dashes, underscores and blanks, so `easeInOut` is `ease-in-out`. The earliest of equally
  /// near candidates wins.
  package static func best(for word: String, among candidates: [String]) -> String? {
    let wanted = folded(word)
    guard !wanted.isEmpty, wanted.count <= longestWord else { return nil }
    var best: (candidate: String, cost: Int)?
    for candidate in candidates where abs(candidate.utf8.count - word.utf8.count) <= most {
      let other = folded(candidate)
      let limit = min(best.map { $0.cost - 1 } ?? Int.max, allowance(wanted.count, other.count))
      guard limit >= 0, abs(wanted.count - other.count) * Cost.twin <= limit else { continue }
      let cost = cost(of: wanted, for: other)
      if cost <= limit { best = (candidate, cost) }
    }
    return best?.candidate ?? only(candidates, havingWord: wanted)
  }

  /// The only candidate of several words of which one is a word: `chroma` is meant as `chroma-key`.
  private static func only(_ candidates: [String], havingWord wanted: [Unicode.Scalar]) -> String? {
    guard wanted.count > 3 else { return nil }
    let having = candidates.filter { $0.split(separator: "-").contains { folded(String($0)) == wanted } }
    return having.count == 1 ? having[0] : nil
  }

  /// Whether two spellings differ only in case, dashes, underscores and blanks.
  package static func isSameWord(_ a: String, _ b: String) -> Bool {
    abs(a.utf8.count - b.utf8.count) <= most && folded(a) == folded(b)
  }

  /// Whether two spellings differ by at most one typing error. Two errors reach too many other words,
  /// including opposites: `no-audio` is not `audio`.
  package static func isSlip(_ word: String, for meant: String) -> Bool {
    isSlip(word, for: meant, costing: Cost.slip + Cost.first)
  }

  /// Whether two spellings differ by a doubled or undoubled letter or by two swapped letters: errors that
  /// hardly ever make another word.
  package static func isEasySlip(_ word: String, for meant: String) -> Bool {
    isSlip(word, for: meant, costing: max(Cost.twin, Cost.swap))
  }

  private static func isSlip(_ word: String, for meant: String, costing most: Int) -> Bool {
    let (wanted, other) = (folded(word), folded(meant))
    guard abs(wanted.count - other.count) <= 1, other.count <= longestWord else { return false }
    return cost(of: wanted, for: other) <= most
  }

  /// Longer texts are no misspelled words, and comparing them would only take time.
  private static let longestWord = 64
  /// Errors and separators never make spellings of a word differ by more bytes.
  private static let most = 24

  /// The costs of typing errors, lowest for the most frequent.
  private enum Cost {
    static let slip = 10
    /// A doubled or undoubled letter, two swapped letters, the key beside the right one.
    static let twin = 7
    static let swap = 7
    static let neighbour = 9
    /// Added at the first letter, where errors are rare.
    static let first = 2
  }

  /// The maximum cost for a word's length: an easy error in two letters, one error in up to five, then two or
  /// three.
  private static func allowance(_ a: Int, _ b: Int) -> Int {
    switch max(a, b) {
    case 0...1: 0
    case 2: Cost.neighbour
    case 3...5: Cost.slip + Cost.first
    case 6...9: 2 * Cost.slip + Cost.first
    default: 3 * Cost.slip + Cost.first
    }
  }

  static func folded(_ word: String) -> [Unicode.Scalar] {
    guard word.utf8.allSatisfy({ $0 < 0x80 }) else {
      return word.lowercased().unicodeScalars.filter { !"-_ ".unicodeScalars.contains($0) }
    }
    return word.utf8.compactMap { byte in
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "): nil
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): Unicode.Scalar(byte | 0x20)
      default: Unicode.Scalar(byte)
      }
    }
  }

  /// The weighted Damerau-Levenshtein distance: insertions, deletions, substitutions, and swaps of
  /// neighbours.
  private static func cost(of a: [Unicode.Scalar], for b: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = [0]
    for j in b.indices { last.append(last[j] + missing(j, in: b)) }
    for i in a.indices {
      var row = [last[0] + missing(i, in: a)]
      for j in b.indices {
        let change = a[i] == b[j] ? 0 : substitution(a[i], b[j]) + (i == 0 && j == 0 ? Cost.first : 0)
        var cost = min(last[j + 1] + missing(i, in: a), row[j] + missing(j, in: b), last[j] + change)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j], a[i] != a[i - 1] {
          cost = min(cost, beforeLast[j - 1] + Cost.swap)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }

  /// The cost of a letter that only one of the words has.
  private static func missing(_ index: Int, in word: [Unicode.Scalar]) -> Int {
    if index > 0, word[index] == word[index - 1] { return Cost.twin }
    return index == 0 ? Cost.slip + Cost.first : Cost.slip
  }

  private static func substitution(_ a: Unicode.Scalar, _ b: Unicode.Scalar) -> Int {
    for (row, letters) in keyboard.enumerated() {
      guard let column = letters.firstIndex(of: a) else { continue }
      for near in max(0, row - 1)...min(keyboard.count - 1, row + 1) {
        if let other = keyboard[near].firstIndex(of: b), abs(other - column) <= 1 { return Cost.neighbour }
      }
      return Cost.slip
    }
    return Cost.slip
  }

  private static let keyboard = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"].map {
    Array($0.unicodeScalars)
  }
}
