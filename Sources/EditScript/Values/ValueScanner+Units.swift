import Diagnostics

/// The units of one kind of value.
struct UnitTable: Sendable {
  /// "time", as in "unknown unit of time".
  let subject: String
  let units: [String]
  /// Other spellings of the units.
  let aliases: [String: String]
  /// Other units that people write instead, in lower case or exactly as written. The number may then mean
  /// something else, so no fix is safe.
  var related: [String: String] = [:]
  /// The units to offer for a bare number.
  let readings: [String]
  /// The largest numbers that people write with a unit. A larger bare number is not one of this unit.
  var largest: [String: Double] = [:]
  /// Whether 0 is the same in every unit. In decibels 0 is loud, and may have been intended as "off".
  var zeroIsNothing = true
  /// Whether a blank is allowed between the number and the unit: `-16 LUFS`.
  var allowsBlank = false
  /// Hints for units from elsewhere.
  var hints: [String: String] = [:]
}

extension UnitTable {
  fileprivate func relatedUnit(_ spelling: String) -> String? {
    related[spelling] ?? related[spelling.lowercased()]
  }
}

extension ValueScanner {
  /// The unit after a number, which messages about a missing or unknown unit include.
  mutating func unit(after number: ExactNumber, of table: UnitTable) throws(ValueProblem) -> String {
    let start = position
    if table.allowsBlank { skipBlanks() }
    let word = peek() == UInt8(ascii: "%") ? position..<position + 1 : run(isLetter)
    let spelling = text(word)
    if table.units.contains(spelling) {
      position = word.upperBound
      return spelling
    }
    if word.isEmpty { throw missingUnit(after: number, of: table) }
    let isKnown = meaning(of: spelling, in: table) != nil || table.relatedUnit(spelling) != nil
    if table.allowsBlank, word.lowerBound > start, !isKnown {
      position = start
      throw missingUnit(after: number, of: table)
    }
    throw unknownUnit(word, of: table)
  }

  private func meaning(of spelling: String, in table: UnitTable) -> String? {
    guard table.relatedUnit(spelling) == nil else { return nil }
    return table.units.first { $0 == spelling } ?? table.aliases[spelling]
      ?? table.aliases[spelling.lowercased()] ?? table.units.first { Suggestion.isSameWord($0, spelling) }
  }

  private func unknownUnit(_ word: Range<Int>, of table: UnitTable) -> ValueProblem {
    let spelling = text(word)
    if spelling.lowercased() == "e", let next = byte(at: word.upperBound), isDigit(next) {
      return problem(
        .numberSyntax, "numbers cannot have an exponent", at: word.lowerBound..<word.upperBound)
    }
    let meant = meaning(of: spelling, in: table)
    let best =
      meant ?? table.relatedUnit(spelling) ?? Suggestion.best(for: spelling, among: table.units)
    let message = "unknown unit of \(table.subject) \(quoted(spelling)), "
    return problem(
      .wrongUnit,
      message + (best.map { "did you mean \(quoted($0))?" } ?? "expected \(listed(table.units))"),
      at: word,
      hint: table.hints[spelling]
        ?? (best == nil || table.units.count < 2 ? nil : "the units are \(listed(table.units))"),
      fixes: [best.flatMap { fix($0, for: word, isSafe: meant != nil) }])
  }

  /// A bare number, or a number with a space before its unit.
  private func missingUnit(after number: ExactNumber, of table: UnitTable) -> ValueProblem {
    if let problem = decimalComma(after: UInt8(ascii: "0")) { return problem }
    var ahead = self
    if ahead.skipBlanks() {
      let word = ahead.peek() == UInt8(ascii: "%") ? ahead.position..<ahead.position + 1 : ahead.run(isLetter)
      let related = table.relatedUnit(text(word))
      if !word.isEmpty, let meant = meaning(of: text(word), in: table) ?? related {
        let guilty = number.range.lowerBound..<word.upperBound
        return problem(
          .wrongUnit,
          "there is a space between a number and its unit: write \(quoted(text(number.range) + meant))",
          at: guilty,
          fixes: [fix(text(number.range) + meant, for: guilty, isSafe: related == nil)])
      }
    }
    return bareNumber(number, of: table)
  }

  func bareNumber(_ number: ExactNumber, of table: UnitTable) -> ValueProblem {
    let digits = text(number.range)
    let isTooLarge = { (unit: String) in table.largest[unit].map { number.double > $0 } ?? false }
    let units = (number.isZero ? Array(table.readings.prefix(1)) : table.readings)
      .filter { (number.isWhole || $0 != "f") && !isTooLarge($0) }
    let readings = units.map { digits + (table.allowsBlank ? " " : "") + $0 }
    let isSafe =
      number.isZero ? table.zeroIsNothing : units.count == 1 && table.readings.contains(where: isTooLarge)
    return problem(
      .bareNumber, "\(quoted(digits)) has no unit, expected \(listed(readings))", at: number.range,
      fixes: readings.map { fix($0, for: number.range, isSafe: isSafe) })
  }

  func byte(at index: Int) -> UInt8? { peek(index - position) }
}
