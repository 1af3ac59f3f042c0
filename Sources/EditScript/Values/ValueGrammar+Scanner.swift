import Diagnostics

extension ValueGrammar {
  /// A grammar that reads by scanning the text; the pattern is given without anchors.
  ///
  /// `finding` is reported for a text of another form, unless a more specific finding applies.
  init(
    _ noun: String, examples: [String], production: String, finding: DiagnosticID,
    pattern: @autoclosure @escaping @Sendable () -> String,
    scan: @escaping @Sendable (inout ValueScanner) throws(ValueProblem) -> Value
  ) {
    self.init(noun: noun, examples: examples, production: production, pattern: "^\\s*(?:\(pattern()))\\s*$") {
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

  /// The pattern without anchors, for use in larger ones.
  var patternBody: String {
    guard let pattern, pattern.hasPrefix("^\\s*"), pattern.hasSuffix("\\s*$") else { return "[\\s\\S]*" }
    return String(pattern.dropFirst(4).dropLast(4))
  }
}

extension ValueScanner {
  /// The problem of the first look-alike of one of the grammar's characters, as word processors insert them.
  fileprivate var lookAlike: ValueProblem? {
    guard let (index, meant) = firstLookAlike else { return nil }
    let width = scalar.text.unicodeScalars[index].utf8.count
    let start = scalar.text.utf8.distance(from: scalar.text.startIndex, to: index)
    let range = start..<start + width
    // A dash between two words without blanks means "to" as often as minus; three points may include the end.
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
