import Diagnostics

extension ValueGrammar<Angle> {
  /// `90deg`, `0.25turn`; clockwise.
  package static var angle: ValueGrammar {
    ValueGrammar(
      "an angle", examples: ["90deg", "0.25turn"], production: "angle", finding: .numberSyntax,
      pattern: "\(NumberPattern.signed)(?:deg|turn)"
    ) { scanner throws(ValueProblem) in Angle(degrees: try scanner.degrees(in: -1_000_000...1_000_000)) }
  }
}

extension ValueGrammar<SkewValue> {
  /// `10deg`, `10deg 5deg`
  package static var skew: ValueGrammar {
    let angle = "\(NumberPattern.signed)(?:deg|turn)"
    return ValueGrammar(
      "a skew", examples: ["10deg", "10deg 5deg"], production: "skew", finding: .numberSyntax,
      pattern: "\(angle)(?:\\s+\(angle))?"
    ) { scanner throws(ValueProblem) in
      let largest = SkewValue.largest
      let x = try scanner.degrees(in: -largest...largest)
      let afterFirst = scanner.position
      guard scanner.skipBlanks(), scanner.isAtNumber || scanner.isNext("-") || scanner.isNext("+") else {
        scanner.position = afterFirst
        return SkewValue(x: x, y: 0)
      }
      let y = try scanner.degrees(in: -largest...largest)
      guard abs(x + y) <= largest else {
        throw scanner.problem(
          .numberOutOfRange,
          "the angles of a skew add up to \((x + y).canonicalText)deg; the limit is \(largest.canonicalText)deg,"
            + " because a picture has no area at 90deg",
          at: 0..<scanner.position)
      }
      return SkewValue(x: x, y: y)
    }
  }
}

extension ValueScanner {
  fileprivate mutating func degrees(in range: ClosedRange<Double>) throws(ValueProblem) -> Double {
    let number = try signedDecimal()
    let unit = try unit(after: number, of: Self.angleUnits)
    let degrees = unit == "turn" ? number.double * 360 : number.double
    try check(degrees, in: range, unit: "deg", at: number.range)
    return degrees
  }

  private static var angleUnits: UnitTable {
    UnitTable(
      subject: "angle", units: ["deg", "turn"],
      aliases: ["degree": "deg", "degrees": "deg", "turns": "turn", "rotations": "turn"],
      readings: ["deg", "turn"],
      hints: ["rad": "a full turn is `1turn` or `360deg`", "grad": "a full turn is `1turn` or `360deg`"])
  }
}
