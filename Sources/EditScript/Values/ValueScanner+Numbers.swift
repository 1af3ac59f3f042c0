import Basics
import Diagnostics

/// The exact value of a number, and its place.
struct ExactNumber {
  var numerator: Int128
  let denominator: Int128
  let range: Range<Int>
  /// The number as text, with a digit before the point.
  var text: String

  var isWhole: Bool { denominator == 1 }
  var isZero: Bool { numerator == 0 }
  /// The nearest double; a fraction is divided.
  var double: Double { Double(text) ?? Double(numerator) / Double(denominator) }
}

extension ValueScanner {
  /// Whether a digit is next, or a point and a digit.
  var isAtNumber: Bool {
    guard let first = peek() else { return false }
    if isDigit(first) { return true }
    return first == UInt8(ascii: ".") && peek(1).map(isDigit) == true
  }

  /// `12`, `2.5`, `.5`; the caller has checked that a number is next.
  mutating func decimal() throws(ValueProblem) -> ExactNumber {
    let start = position
    position = run(isDigit).upperBound
    let whole = text(start..<position)
    var fraction = ""
    if peek() == UInt8(ascii: "."), peek(1).map(isDigit) == true {
      position += 1
      let digits = run(isDigit)
      position = digits.upperBound
      fraction = text(digits)
    } else if peek() == UInt8(ascii: "."), peek(1) != UInt8(ascii: ".") {
      let guilty = start..<position + 1
      throw problem(
        .numberSyntax, "\(quoted(text(guilty))) has no digit after the decimal point", at: guilty,
        fixes: [fix(whole, for: guilty, isSafe: true)])
    }
    let shown = (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let digits = (whole + fraction).drop { $0 == "0" }
    guard digits.utf8.count <= Self.mostDigits, fraction.utf8.count <= Self.mostDigits,
      let numerator = Int128(digits.isEmpty ? "0" : String(digits))
    else { throw tooManyDigits(start..<position) }
    let denominator = fraction.utf8.reduce(Int128(1)) { power, _ in power * 10 }
    return ExactNumber(numerator: numerator, denominator: denominator, range: start..<position, text: shown)
  }

  /// `12`, `2.5` or a fraction of whole numbers, `3/2`.
  mutating func exactNumber() throws(ValueProblem) -> ExactNumber {
    let top = try decimal()
    guard peek() == UInt8(ascii: "/"), let next = peek(1), isDigit(next) else { return top }
    position += 1
    let bottom = try decimal()
    let range = top.range.lowerBound..<bottom.range.upperBound
    guard top.isWhole, bottom.isWhole else {
      throw problem(.numberSyntax, "a fraction consists of two whole numbers, as in `3/2`", at: range)
    }
    guard !bottom.isZero else {
      throw problem(.numberSyntax, "the denominator of a fraction cannot be zero", at: range)
    }
    return ExactNumber(
      numerator: top.numerator, denominator: bottom.numerator, range: range, text: text(range))
  }

  /// Skips a sign and the blanks after it; true for a minus.
  mutating func sign() -> Bool {
    if take("-") { return true }
    _ = take("+")
    return false
  }

  /// An optional sign and a number.
  mutating func signedDecimal() throws(ValueProblem) -> ExactNumber {
    let start = position
    let isNegative = sign()
    guard isAtNumber else {
      position = start
      throw expected()
    }
    let number = try decimal()
    return ExactNumber(
      numerator: isNegative ? -number.numerator : number.numerator, denominator: number.denominator,
      range: start..<position, text: (isNegative ? "-" : "") + number.text)
  }

  /// A number times a factor as an exact time; throws if it does not fit.
  func rational(_ number: ExactNumber, times factor: Int128 = 1, over divisor: Int128 = 1)
    throws(ValueProblem) -> RationalTime
  {
    let top = number.numerator.multipliedReportingOverflow(by: factor)
    let bottom = number.denominator.multipliedReportingOverflow(by: divisor)
    guard !top.overflow, !bottom.overflow,
      let time = try? RationalTime(wide: top.partialValue, over: bottom.partialValue)
    else { throw tooManyDigits(number.range) }
    return time
  }

  func tooManyDigits(_ range: Range<Int>) -> ValueProblem {
    problem(
      .numberOutOfRange, "\(quoted(text(range))) has too many digits to be stored exactly", at: range,
      hint: "numbers are stored as fractions of 64-bit integers; write fewer digits")
  }

  /// Rejects a number outside a range.
  func check(
    _ value: Double, in range: ClosedRange<Double>, unit: String = "", at bytes: Range<Int>,
    finding: DiagnosticID = .numberOutOfRange
  ) throws(ValueProblem) {
    guard !range.contains(value) else { return }
    let (low, high) = (range.lowerBound.canonicalText + unit, range.upperBound.canonicalText + unit)
    throw problem(
      finding, "\(quoted(text(bytes))) is outside the range from \(quoted(low)) to \(quoted(high))",
      at: bytes)
  }

  /// The digits with which every intermediate value fits in 128 bits.
  private static let mostDigits = 36
}
