import Diagnostics

extension ValueGrammar<Angle> {
  /// `90deg`, `0.25turn`; clockwise.
  package static var angle: ValueGrammar {
    ValueGrammar(
      "an angle", examples: ["90deg", "0.25turn"], production: "angle", finding: .numberSyntax,
      pattern: "\(NumberPattern.signed)(?:deg|turn)"
    ) { scanner throws(ValueProblem) in
      let number = try scanner.signedDecimal()
      let unit = try scanner.unit(after: number, of: units)
      let degrees = unit == "turn" ? number.double * 360 : number.double
      try scanner.check(degrees, in: -1_000_000...1_000_000, unit: "deg", at: number.range)
      return Angle(degrees: degrees)
    }
  }

  private static var units: UnitTable {
    UnitTable(
      subject: "angle", units: ["deg", "turn"],
      aliases: ["degree": "deg", "degrees": "deg", "turns": "turn", "rotations": "turn"],
      readings: ["deg", "turn"],
      hints: ["rad": "a full turn is `1turn` or `360deg`", "grad": "a full turn is `1turn` or `360deg`"])
  }
}
