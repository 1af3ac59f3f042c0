import Diagnostics

extension ValueGrammar {
  /// A grammar whose reader scans the text; the pattern is given without anchors.
  ///
  /// `finding` is reported for a text of another form, if no other finding has better advice.
  init(
    _ noun: String, examples: [String], production: String, finding: DiagnosticID, pattern: String,
    scan: @escaping @Sendable (inout ValueScanner) throws(ValueProblem) -> Value
  ) {
    self.init(noun: noun, examples: examples, production: production, pattern: "^\\s*(?:\(pattern))\\s*$") {
      scalar in
      var scanner = ValueScanner(scalar, noun: noun, example: examples.first ?? "", finding: finding)
      scanner.skipBlanks()
      do throws(ValueProblem) {
        let value = try scan(&scanner)
        try scanner.finish()
        return .success(value)
      } catch {
        return .failure(scanner.lookAlike ?? error)
      }
    }
  }

  /// The pattern without its anchors, to build larger ones from.
  var patternBody: String {
    guard let pattern, pattern.hasPrefix("^\\s*"), pattern.hasSuffix("\\s*$") else { return "[\\s\\S]*" }
    return String(pattern.dropFirst(4).dropLast(4))
  }
}

extension ValueScanner {
  /// The first character that only looks like one of the grammar's own, as word processors put it there.
  fileprivate var lookAlike: ValueProblem? {
    guard let (index, meant) = firstLookAlike else { return nil }
    let width = scalar.text.unicodeScalars[index].utf8.count
    let start = scalar.text.utf8.distance(from: scalar.text.startIndex, to: index)
    let range = start..<start + width
    // Between two words without blanks, a dash means "to" as often as a minus; three points may include the end.
    let isDash = ["\u{2013}", "\u{2014}"].contains(text(range))
    let isRange = isDash && isWord(before: range.lowerBound) && isWord(at: range.upperBound)
    return problem(
      .lookAlikeCharacter,
      "\(quoted(text(range))) is a look-alike character, expected \(quoted(meant))"
        + (isRange ? " or `..`" : ""),
      at: range,
      fixes: [fix(meant, for: range, isSafe: !isRange && meant != "..")]
        + (isRange ? [fix("..", for: range, isSafe: false)] : []))
  }

  private func isWord(at index: Int) -> Bool { index < end && !isBlank(byte(at: index) ?? 0x20) }
  private func isWord(before index: Int) -> Bool { index > 0 && isWord(at: index - 1) }

  private var firstLookAlike: (String.Index, String)? {
    let scalars = scalar.text.unicodeScalars
    for index in scalars.indices {
      if let meant = Self.lookAlikes[scalars[index]] { return (index, meant) }
    }
    return nil
  }

  private static let lookAlikes: [Unicode.Scalar: String] = [
    "\u{2212}": "-", "\u{2010}": "-", "\u{2011}": "-", "\u{2013}": "-", "\u{2014}": "-", "\u{D7}": "x",
    "\u{2026}": "..", "\u{2192}": "->", "\u{B1}": "+-", "\u{FF0C}": ",",
    "\u{B0}": "deg", "\u{FF05}": "%", "\u{FF1A}": ":",
  ]
}
