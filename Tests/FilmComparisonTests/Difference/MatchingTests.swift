import TestSupport
import Testing

@testable import FilmComparison

@Suite("What two lists have in common")
struct MatchingTests {
  @Test("is the longest common subsequence where lists are short, whatever is in them")
  func longest() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<400 {
      // Few different tokens, so that most are repeated and nothing holds the lists together.
      let old = (0..<Int.random(in: 0...9, using: &random)).map { _ in Int.random(in: 0...2, using: &random) }
      let new = (0..<Int.random(in: 0...9, using: &random)).map { _ in Int.random(in: 0...2, using: &random) }
      let matches = bestAlignment(old.count, new.count) { old[$0] == new[$1] ? 1 : 0 }
      check(matches, old, new)
      #expect(matches.count == longestByTrying(old[...], new[...]))
    }
  }

  @Test("is in order and equal, and finds at least what unique tokens and equal ends give")
  func common() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<400 {
      let old = (0..<Int.random(in: 0...40, using: &random)).map { _ in Int.random(in: 0...30, using: &random)
      }
      var new = old
      let insertion = Int.random(in: 0...new.count, using: &random)
      new.insert(99, at: insertion)
      let matches = commonSubsequence(old, new)
      check(matches, old, new)
      // One insertion leaves everything else where it was.
      #expect(matches.count == old.count)
    }
  }

  @Test("of many items that are all alike is found quickly, though not always the longest")
  func alike() {
    var random = SeededRandom(seed: 3)
    let old = (0..<5000).map { _ in Int.random(in: 0...1, using: &random) }
    let new = (0..<5000).map { _ in Int.random(in: 0...1, using: &random) }
    let time = processorTime { check(commonSubsequence(old, new), old, new) }
    #expect(time < .seconds(20))
  }

  private func check(_ matches: [Match], _ old: [Int], _ new: [Int]) {
    #expect(matches.allSatisfy { old[$0.old] == new[$0.new] })
    #expect(zip(matches, matches.dropFirst()).allSatisfy { $0.old < $1.old && $0.new < $1.new })
  }

  /// The definition, tried out.
  private func longestByTrying(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> Int {
    guard let first = old.first, let other = new.first else { return 0 }
    if first == other { return 1 + longestByTrying(old.dropFirst(), new.dropFirst()) }
    return max(longestByTrying(old.dropFirst(), new), longestByTrying(old, new.dropFirst()))
  }
}
