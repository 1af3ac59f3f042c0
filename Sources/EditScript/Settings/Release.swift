import Basics
import Diagnostics

/// The number of a release of editc: `0.3`, `1.2.1`.
package struct Release: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Major, minor, patch.
  private let numbers: [Int]

  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.allSatisfy(isDigit) && $0.utf8.count < 7 ? Int($0) : nil }
    guard (2...3).contains(parts.count), numbers.count == parts.count else { return nil }
    self.numbers = numbers + Array(repeating: 0, count: 3 - numbers.count)
  }

  /// Without a zero patch number.
  package var description: String {
    (numbers.last == 0 ? numbers.dropLast() : numbers[...]).map(String.init).joined(separator: ".")
  }

  package static func < (a: Release, b: Release) -> Bool { a.numbers.lexicographicallyPrecedes(b.numbers) }
}

extension ValueGrammar<Release> {
  /// `>= 0.3`: this release or a later one; the sign is optional.
  static var leastRelease: ValueGrammar {
    ValueGrammar(
      "an editc version", examples: [">= 0.3", "0.3", "1.2.1"], production: "least-release",
      finding: .numberSyntax,
      pattern: "(?:>=\\s*)?[0-9]{1,6}\\.[0-9]{1,6}(?:\\.[0-9]{1,6})?"
    ) { scanner throws(ValueProblem) in
      if scanner.take(">=") { scanner.skipBlanks() }
      let range = scanner.run { isDigit($0) || $0 == UInt8(ascii: ".") }
      guard let release = Release(scanner.text(range)) else {
        throw scanner.expected("a version such as 0.3")
      }
      scanner.position = range.upperBound
      return release
    }
  }
}
