package import Basics
import Diagnostics

extension ValueGrammar<Timecode> {
  /// `01:00:00:00`, or `01:00:00;00` in drop-frame timecode.
  package static var timecode: ValueGrammar {
    ValueGrammar(
      "a timecode", examples: ["01:00:00:00", "01:00:00;00"], production: "timecode", finding: .timeSyntax,
      pattern: TimePattern.timecode
    ) { scanner throws(ValueProblem) in try scanner.timecode() }
  }
}

extension Timecode: CanonicalValue {
  package var canonicalText: String { description }
}

/// Times with colons: `01:02.5`, `00:01:02.500`, `00:00:01:12`, `00:00:01;12`.
extension ValueScanner {
  mutating func clock() throws(ValueProblem) -> DurationExpression.Amount {
    let reading = try clockReading()
    if let timecode = reading.timecode { return .timecode(timecode) }
    guard let hours = Int128(exactly: reading.hours), let number = reading.secondsNumber else {
      throw tooManyDigits(reading.range)
    }
    let whole = (hours * 60 + Int128(reading.minutes)) * 60
    let top = number.denominator.multipliedReportingOverflow(by: whole)
    guard !top.overflow else { throw tooManyDigits(reading.range) }
    let sum = top.partialValue.addingReportingOverflow(number.numerator)
    guard !sum.overflow, let time = try? RationalTime(wide: sum.partialValue, over: number.denominator) else {
      throw tooManyDigits(reading.range)
    }
    return .seconds(time)
  }

  /// A time that must be a timecode, as after `tc`.
  mutating func timecode() throws(ValueProblem) -> Timecode {
    guard isAtNumber else { throw expected("a timecode such as `01:00:10:00`") }
    let reading = try clockReading()
    guard let timecode = reading.timecode else {
      throw problem(
        .timeSyntax, "\(quoted(text(reading.range))) is not a timecode such as `01:00:10:00`",
        at: reading.range, hint: "a timecode has hours, minutes, seconds and frames")
    }
    return timecode
  }

  private struct ClockReading {
    var range: Range<Int>
    var hours: Int64 = 0
    var minutes: Int64 = 0
    var secondsNumber: ExactNumber?
    var timecode: Timecode?
  }

  private mutating func clockReading() throws(ValueProblem) -> ClockReading {
    let start = position
    var fields: [Range<Int>] = []
    var separators: [Int] = []
    repeat {
      if !fields.isEmpty {
        separators.append(position)
        position += 1
      }
      let digits = run(isDigit)
      if digits.isEmpty { break }
      fields.append(digits)
      position = digits.upperBound
    } while [UInt8(ascii: ":"), UInt8(ascii: ";")].contains(peek())
    guard fields.count == separators.count + 1, (2...4).contains(fields.count) else {
      throw malformedClock(start..<position)
    }
    try checkSeparators(separators, start: start, hasFrames: fields.count == 4)
    try checkWidths(fields)
    return fields.count == 4
      ? try timecodeReading(fields, isDropFrame: text(separators[2]..<separators[2] + 1) == ";")
      : try secondsReading(fields)
  }

  private func malformedClock(_ range: Range<Int>) -> ValueProblem {
    problem(
      .timeSyntax, "\(quoted(text(range))) is not a time", at: range,
      hint: "write `01:02.5`, `00:01:02.500`, or `00:01:02:12` with frames")
  }

  /// `;` is allowed only before the frames.
  private func checkSeparators(_ separators: [Int], start: Int, hasFrames: Bool) throws(ValueProblem) {
    let early = hasFrames ? separators.dropLast() : separators[...]
    guard let wrong = early.first(where: { text($0..<$0 + 1) == ";" }) else { return }
    let reading = text(start..<position)
    let dropFrame = reading.split(separator: ";").count == 4
    let repaired =
      dropFrame
      ? reading.split(separator: ";").enumerated().map { ($0 == 0 ? "" : $0 == 3 ? ";" : ":") + $1 }.joined()
      : nil
    throw problem(
      .timeSyntax, "a drop-frame timecode has one `;`, before the frames, as in `00:00:01;12`",
      at: repaired == nil ? wrong..<wrong + 1 : start..<position,
      fixes: [repaired.flatMap { fix($0, for: start..<position, isSafe: true) }])
  }

  private func checkWidths(_ fields: [Range<Int>]) throws(ValueProblem) {
    for (index, field) in fields.enumerated().dropFirst() {
      if field.count == 2 || (index == 3 && field.count == 3) { continue }
      throw problem(
        .timeSyntax, "\(quoted(text(field))) must have two digits, as in `01:02.5`",
        at: field,
        fixes: field.count == 1 ? [fix("0" + text(field), for: field, isSafe: false)] : [])
    }
  }

  private func timecodeReading(_ fields: [Range<Int>], isDropFrame: Bool) throws(ValueProblem) -> ClockReading
  {
    let whole = fields[0].lowerBound..<position
    if peek() == UInt8(ascii: "."), peek(1).map(isDigit) == true {
      throw problem(.timeSyntax, "a timecode ends with a whole number of frames", at: whole)
    }
    guard fields[0].count <= 2 else {
      throw problem(
        .timeSyntax, "\(quoted(text(fields[0]))) hours: a timecode has two digits for hours",
        at: fields[0])
    }
    let timecode = Timecode(
      hours: try field(fields[0], upTo: 99, "hours"), minutes: try field(fields[1], upTo: 59, "minutes"),
      seconds: try field(fields[2], upTo: 59, "seconds"), frames: try field(fields[3], upTo: 999, "frames"),
      isDropFrame: isDropFrame)
    return ClockReading(range: whole, timecode: timecode)
  }

  private mutating func secondsReading(_ fields: [Range<Int>]) throws(ValueProblem) -> ClockReading {
    let hasHours = fields.count == 3
    let secondsField = fields[fields.count - 1]
    _ = try field(secondsField, upTo: 59, "seconds")
    let hours = hasHours ? try field(fields[0], upTo: .max, "hours") : 0
    let minutes = try field(fields[fields.count - 2], upTo: hasHours ? 59 : .max, "minutes")
    if let problem = decimalComma(after: UInt8(ascii: "0")) { throw problem }
    position = secondsField.lowerBound
    let number = try decimal()
    return ClockReading(
      range: fields[0].lowerBound..<position, hours: hours, minutes: minutes, secondsNumber: number)
  }

  private func field(_ range: Range<Int>, upTo largest: Int64, _ name: String) throws(ValueProblem) -> Int64 {
    guard let value = Int64(text(range)) else { throw tooManyDigits(range) }
    guard value <= largest else {
      throw problem(
        .timeSyntax, "\(quoted(text(range))) \(name) exceed the maximum of \(largest)", at: range
      )
    }
    return value
  }
}
