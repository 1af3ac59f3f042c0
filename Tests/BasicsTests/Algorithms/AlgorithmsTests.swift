import Basics
import Foundation
import TestSupport
import Testing

@Suite("Algorithms")
struct AlgorithmsTests {
  @Test("powers, exponentials, logarithms and sines agree with the C library's to twelve digits")
  func exactFunctions() {
    for step in 0...400 {
      let base = Double(step) / 173 + 1e-9
      for exponent in [0.1, 1 / 2.4, 0.9, 1, 2.2, 10] {
        #expect(abs(power(base, exponent) / pow(base, exponent) - 1) < 1e-12)
      }
      let turns = Double(step) * 0.0203 - 3.9
      #expect(abs(sine(ofTurns: turns) - sin(turns * 2 * Double.pi)) < 1e-12)
      #expect(abs(cosine(ofTurns: turns) - cos(turns * 2 * Double.pi)) < 1e-12)
      #expect(abs(exponential(-Double(step) / 20) / exp(-Double(step) / 20) - 1) < 1e-12)
      #expect(abs(powerOf2(Double(step) / 7 - 20) / exp2(Double(step) / 7 - 20) - 1) < 1e-12)
      #expect(abs(logarithm(base) - log(base)) < 1e-12 * max(1, abs(log(base))))
      #expect(abs(logarithm2(base) - log2(base)) < 1e-12 * max(1, abs(log2(base))))
    }
  }

  @Test("short hashes are those of the published test vectors of FNV-1a")
  func hashes() {
    #expect(shortHash("") == "cbf29ce484222325")
    #expect(shortHash("a") == "af63dc4c8601ec8c")
    #expect(shortHash("foobar") == "85944171f73967e8")
    #expect(shortHash("77kepQFQ8Kl") == "0000000000000000")
  }

  @Test("Where a function has no value, its result is finite or the limit")
  func edges() {
    #expect(power(0, 0.5) == 0)
    #expect(power(-1, 0.5) == 0)
    #expect(power(2, .infinity) == 0)
    #expect(exponential(-1000) == 0)
    #expect(exponential(1000) == .infinity)
    #expect(powerOf2(-5) == 0.03125)
    #expect(logarithm2(0) == -1075)
    #expect(sine(ofTurns: .infinity) == 0)
    #expect(cosine(ofTurns: .infinity) == 1)
  }

  @Test("A binary search finds what a search from the start finds")
  func sortedSearch() {
    var random = SeededRandom(seed: 11)
    for count in 0..<40 {
      let numbers = (0..<count).map { _ in Int.random(in: 0..<20, using: &random) }.sorted()
      for wanted in -1...20 {
        let expected = numbers.firstIndex { $0 >= wanted } ?? numbers.endIndex
        #expect(numbers.partitioningIndex { $0 >= wanted } == expected)
        let slice = numbers.dropFirst(3)
        #expect(
          slice.partitioningIndex { $0 >= wanted } == slice.firstIndex { $0 >= wanted } ?? slice.endIndex)
      }
    }
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try [1, 2].partitioningIndex { _ throws(Refusal) -> Bool in throw Refusal() }
    }
  }

  @Test("The longest rising subsequence is as long as the longest of all subsequences that rise")
  func risingSubsequence() {
    var random = SeededRandom(seed: 12)
    for count in 0...9 {
      for _ in 0..<20 {
        let numbers = (0..<count).map { _ in Int.random(in: 0..<8, using: &random) }
        let found = numbers.longestRisingSubsequence { $0 }
        #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
        let lengths = (0..<1 << count).compactMap { chosen -> Int? in
          let part = numbers.indices.filter { chosen >> $0 & 1 == 1 }.map { numbers[$0] }
          return zip(part, part.dropFirst()).allSatisfy { $0 < $1 } ? part.count : nil
        }
        #expect(found.count == lengths.max())
        var rest = numbers[...]
        for number in found {
          let place = rest.firstIndex(of: number)
          #expect(place != nil)
          rest = rest[((place ?? rest.startIndex) + 1)...]
        }
      }
    }
  }
}
