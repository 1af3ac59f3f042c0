import Diagnostics

extension ValueGrammar<Double> {
  /// A number without a unit.
  package static func number(in range: ClosedRange<Double>) -> ValueGrammar {
    let ends = [range.lowerBound, range.upperBound].filter { $0.magnitude < 1_000_000 }.map(\.canonicalText)
    let examples = range.contains(1) ? ["1"] + ends : ends
    return ValueGrammar(
      "a number", examples: examples, production: "number", finding: .numberSyntax,
      pattern: NumberPattern.signed
    ) {
      scanner throws(ValueProblem) in
      let number = try scanner.plainNumber()
      try scanner.check(number.double, in: range, at: number.range)
      return number.double
    }
  }

  /// Any number that a `Double` can hold.
  static var anyNumber: ValueGrammar {
    number(in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
  }

  /// From 0 to 1, or as percent.
  package static var opacity: ValueGrammar { portion("an opacity") }

  /// A share from 0 to 1, or as percent: tolerance, softness, spill.
  package static func portion(_ noun: String) -> ValueGrammar {
    factor(noun, examples: ["0.5", "50%"], production: "portion", in: 0...1)
  }

  /// A factor, or percent: `1.5`, `150%`.
  package static var scale: ValueGrammar {
    factor("a scale", examples: ["1.5", "150%"], production: "scale", in: 0...1000)
  }

  /// A lower limit of a share: `90%..`
  package static var leastShare: ValueGrammar {
    ValueGrammar(
      "a lower limit", examples: ["90%.."], production: "least-share", finding: .rangeSyntax,
      pattern: TimePattern.decimal + "%\\s*\\.\\."
    ) { scanner throws(ValueProblem) in
      let number = try scanner.plainNumber()
      let written = scanner.text(number.range)
      guard scanner.take("%") else {
        let guilty = number.range.lowerBound..<scanner.end
        throw scanner.problem(
          .rangeSyntax, "a lower limit must be written like `90%..`", at: guilty,
          fixes: [scanner.fix(written + "%..", for: guilty, isSafe: false)])
      }
      scanner.skipBlanks()
      guard scanner.take("..") else {
        let guilty = number.range.lowerBound..<scanner.end
        throw scanner.problem(
          .rangeSyntax, "a lower limit must be written like `90%..`", at: guilty,
          fixes: [scanner.fix(written + "%..", for: guilty, isSafe: true)])
      }
      try scanner.check(number.double, in: 0...100, unit: "%", at: number.range)
      return number.double / 100
    }
  }

  /// A lower limit of a correlation: `-0.5..`
  package static var leastCorrelation: ValueGrammar {
    ValueGrammar(
      "a lower limit", examples: ["-0.5.."], production: "least-correlation", finding: .rangeSyntax,
      pattern: NumberPattern.signed + "\\s*\\.\\."
    ) { scanner throws(ValueProblem) in
      let number = try scanner.plainNumber()
      let written = scanner.text(number.range)
      scanner.skipBlanks()
      guard scanner.take("..") else {
        let guilty = number.range.lowerBound..<scanner.end
        throw scanner.problem(
          .rangeSyntax, "a lower limit must be written like `-0.5..`", at: guilty,
          fixes: [scanner.fix(written + "..", for: guilty, isSafe: scanner.isAtEnd)])
      }
      try scanner.check(number.double, in: -1...1, at: number.range)
      return number.double
    }
  }

  /// From -1 (left) to 1 (right).
  package static var pan: ValueGrammar {
    ValueGrammar(
      "a pan", examples: ["-1", "0", "0.5"], production: "number", finding: .numberSyntax,
      pattern: NumberPattern.signed
    ) {
      scanner throws(ValueProblem) in
      if let side = ["left": "-1", "center": "0", "right": "1"][scanner.text(scanner.nameRun)] {
        let word = scanner.nameRun
        throw scanner.problem(
          .numberSyntax, "a pan is a number from -1 (left) to 1 (right)", at: word,
          fixes: [scanner.fix(side, for: word, isSafe: true)])
      }
      let number = try scanner.plainNumber()
      try scanner.check(number.double, in: -1...1, at: number.range)
      return number.double
    }
  }

  private static func factor(
    _ noun: String, examples: [String], production: String, in range: ClosedRange<Double>
  )
    -> ValueGrammar
  {
    ValueGrammar(
      noun, examples: examples, production: production, finding: .numberSyntax,
      pattern: NumberPattern.signed + "%?"
    ) {
      scanner throws(ValueProblem) in
      let number = try scanner.plainNumber()
      if scanner.take("%") {
        try scanner.check(
          number.double, in: range.lowerBound * 100...range.upperBound * 100, unit: "%", at: number.range)
        return number.double / 100
      }
      if scanner.text(scanner.rest) == "%" {
        let joined = scanner.text(number.range) + "%"
        let guilty = number.range.lowerBound..<scanner.end
        throw scanner.problem(
          .wrongUnit, "there is a space between a number and its unit: write \(quoted(joined))", at: guilty,
          fixes: [scanner.fix(joined, for: guilty, isSafe: true)])
      }
      if let problem = scanner.percentWasMeant(number, in: range) { throw problem }
      try scanner.check(number.double, in: range, at: number.range)
      return number.double
    }
  }
}

extension ValueGrammar<Int> {
  /// A whole number.
  package static func integer(in range: ClosedRange<Int>) -> ValueGrammar {
    ValueGrammar(
      "a whole number", examples: ["\(range.lowerBound)", "\(range.upperBound)"], production: "integer",
      finding: .numberSyntax,
      pattern: "[+-]?(?:[0-9]+(?:\\.0+)?|\\.0+)"
    ) { scanner throws(ValueProblem) in
      let number = try scanner.plainNumber()
      guard number.isWhole else {
        throw scanner.problem(
          .numberSyntax, "\(quoted(scanner.text(number.range))) is not a whole number", at: number.range)
      }
      guard let value = Int(exactly: number.numerator), range.contains(value) else {
        throw scanner.problem(
          .numberOutOfRange,
          "\(quoted(scanner.text(number.range))) is outside the range from `\(range.lowerBound)` to `\(range.upperBound)`",
          at: number.range)
      }
      return value
    }
  }
}

extension ValueGrammar<CodeRange> {
  /// `5..246`: codes of 8 bits.
  package static var codeRange: ValueGrammar {
    ValueGrammar(
      "a range of levels", examples: ["5..246", "16..235"], production: "code-range", finding: .rangeSyntax,
      pattern: "[0-9]{1,3}\\s*\\.\\.\\s*[0-9]{1,3}"
    ) { scanner throws(ValueProblem) in
      let lowest = try scanner.code()
      scanner.skipBlanks()
      guard scanner.take("..") else { throw scanner.expected("`..` and the highest level") }
      scanner.skipBlanks()
      guard scanner.isAtNumber else { throw scanner.expected("the highest level, such as `246`") }
      let start = scanner.position
      let highest = try scanner.code()
      guard lowest < highest else {
        throw scanner.problem(
          .rangeReversed, "the highest level must be above the lowest one", at: start..<scanner.position)
      }
      return CodeRange(lowest: lowest, highest: highest)
    }
  }
}

extension ValueScanner {
  /// A whole number of 8 bits.
  fileprivate mutating func code() throws(ValueProblem) -> Int {
    let number = try plainNumber()
    try check(number.double, in: 0...255, at: number.range)
    guard number.isWhole, let value = Int(exactly: number.numerator) else {
      throw problem(.numberSyntax, "\(quoted(text(number.range))) is not a whole number", at: number.range)
    }
    return value
  }
}

/// Regular expressions for parts of numbers.
enum NumberPattern {
  static let signed = "[+-]?\(TimePattern.decimal)"
}

extension ValueScanner {
  /// A number without a unit; throws for a unit, an exponent or a decimal comma.
  mutating func plainNumber() throws(ValueProblem) -> ExactNumber {
    let number = try signedDecimal()
    if let problem = decimalComma(after: UInt8(ascii: "0")) { throw problem }
    let word = run(isLetter)
    guard word.isEmpty else {
      if ["e", "E"].contains(text(word)) {
        throw problem(
          .numberSyntax, "numbers cannot have an exponent", at: number.range.lowerBound..<end)
      }
      throw problem(
        .wrongUnit, "\(noun) cannot have the unit \(quoted(text(word)))", at: word,
        hint: "write \(noun) like \(quoted(example))",
        fixes: [fix("", for: word, isSafe: false)])
    }
    return number
  }

  /// `50` for a number up to 1; `1.5` does not mean percent.
  fileprivate func percentWasMeant(_ number: ExactNumber, in range: ClosedRange<Double>) -> ValueProblem? {
    guard range == 0...1 else { return nil }
    return percentWasMeant(number, from: 2, hint: "without `%`, \(noun) is a number from `0` to `1`")
  }

  /// The problem of a whole number that hardly means a factor.
  func percentWasMeant(_ number: ExactNumber, from least: Double, hint: String) -> ValueProblem? {
    guard number.isWhole, least <= number.double, number.double <= 100 else { return nil }
    let spelling = text(number.range)
    return problem(
      .bareNumber, "\(quoted(spelling)) has no unit, expected \(quoted(spelling + "%"))", at: number.range,
      hint: hint, fixes: [fix(spelling + "%", for: number.range, isSafe: false)])
  }
}
