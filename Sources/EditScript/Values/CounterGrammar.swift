import Diagnostics

extension ValueGrammar<DecimalNumber> {
  /// A number as it is written: `12500`, `-0.5`.
  package static var decimal: ValueGrammar {
    ValueGrammar(
      "a number", examples: ["12500", "99.5", "-40"], production: "number", finding: .numberSyntax,
      pattern: NumberPattern.signed
    ) { scanner throws(ValueProblem) in
      let number = try scanner.plainNumber()
      let largest = Double(DecimalNumber.largest)
      try scanner.check(number.double, in: -largest...largest, at: number.range)
      let decimals = number.denominator.decimals
      guard decimals <= DecimalNumber.mostDecimals, let units = Int64(exactly: number.numerator) else {
        throw scanner.problem(
          .numberOutOfRange,
          "\(quoted(scanner.text(number.range))) has more than \(DecimalNumber.mostDecimals) decimal places",
          at: number.range)
      }
      return DecimalNumber(units: units, decimals: decimals)
    }
  }
}

extension Int128 {
  /// The number of zeros of a power of ten.
  fileprivate var decimals: Int { String(self).utf8.count - 1 }
}

extension ValueGrammar<String> {
  /// `# ### €`: a text with a `#`.
  package static var numberFormat: ValueGrammar {
    ValueGrammar(
      noun: "a number format", examples: ["# ###", "# ### €", "$#,###.##"], production: "number-format",
      pattern: "^[\\s\\S]*#[\\s\\S]*$"
    ) { scalar in
      if scalar.text.utf8.contains(UInt8(ascii: "#")) { return .success(scalar.text) }
      return .failure(
        ValueProblem(
          Diagnostic(
            .numberSyntax, "the format \(onOneLine(scalar.text)) has no `#` for the digits", at: scalar.range,
            hint: "write a text such as `\"# ###\"`, in quotes")))
    }
  }
}

extension ValueGrammar<CounterText> {
  /// `timecode`, or a text with fields: `{file}  {timecode}`.
  package static var sourceText: ValueGrammar {
    ValueGrammar(
      noun: "a field of a source",
      examples: ["timecode", "frame", "file", "name", "date", "{file}  {timecode}"],
      production: "source-text", pattern: CounterTextPattern.text
    ) { scalar in
      do throws(ValueProblem) { return .success(try CounterText(reading: scalar)) } catch {
        return .failure(error)
      }
    }
  }
}

private enum CounterTextPattern {
  private static let fields = CounterText.Field.allCases.map(\.rawValue).joined(separator: "|")
  static let text = "^\\s*(?:\(fields))\\s*$|^[^{}]*(?:\\{(?:\(fields))\\}[^{}]*)+$"
}

extension CounterText {
  fileprivate init(reading scalar: ScalarText) throws(ValueProblem) {
    var scanner = ValueScanner(
      scalar, noun: "a field of a source", example: "timecode", finding: .unknownValue)
    let bytes = Array(scalar.text.utf8)
    guard bytes.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else {
      scanner.skipBlanks()
      let word = scanner.rest
      guard !word.isEmpty else { throw scanner.expected() }
      self.init([.field(try scanner.field(word))])
      return
    }
    var (parts, start) = ([Part](), 0)
    func text(_ range: Range<Int>) { if !range.isEmpty { parts.append(.text(scanner.text(range))) } }
    while let open = bytes[start...].firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") })
    {
      guard bytes[open] == UInt8(ascii: "{"), let close = bytes[open...].firstIndex(of: UInt8(ascii: "}"))
      else {
        throw scanner.problem(
          .unknownValue, bytes[open] == UInt8(ascii: "{") ? "`{` has no `}`" : "`}` has no `{`",
          at: open..<open + 1,
          hint: "write a text such as `\"{file}  {timecode}\"`")
      }
      text(start..<open)
      parts.append(.field(try scanner.field(open + 1..<close)))
      start = close + 1
    }
    text(start..<bytes.count)
    self.init(parts)
  }
}

extension ValueScanner {
  fileprivate func field(_ range: Range<Int>) throws(ValueProblem) -> CounterText.Field {
    if let field = CounterText.Field(rawValue: text(range)) { return field }
    throw unknown(
      "field", range, among: CounterText.Field.allCases.map(\.rawValue),
      meant: ["tc": "timecode", "frames": "frame", "clip": "file", "filename": "file"][
        text(range).lowercased()],
      hint: "fields: \(listed(CounterText.Field.allCases.map(\.rawValue))); a text has them in braces")
  }
}
