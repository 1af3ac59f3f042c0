import TestSupport
import Testing

@testable import Basics

@Suite("Numbers in little memory")
struct CompactNumbersTests {
  @Test("are those that were added, whatever their steps")
  func numbers() throws {
    var random = SeededRandom(seed: 3)
    let rounded = (0..<1000).map { Int64($0) * 1_000_000_000 * 1001 / 30000 }
    let coarse = rounded.map { ($0 + 500_000) / 1_000_000 * 1_000_000 }
    var wild = (0..<600).map { _ in Int64.random(in: .min ... .max, using: &random) }
    wild[3] = .min
    wild[4] = .max
    let lists: [[Int64]] = [
      [], [7], Array(repeating: 5, count: 700), rounded, coarse, rounded.reversed(), wild,
    ]
    for numbers in lists {
      let compact = CompactNumbers(numbers)
      #expect(Array(compact) == numbers)
      #expect(compact.count == numbers.count && compact.last == numbers.last)
      var other = CompactNumbers()
      other.append(contentsOf: numbers)
      #expect(other == compact)
    }
    #expect(CompactNumbers(rounded) != CompactNumbers(coarse))
  }
}
