package import Basics
import Diagnostics

extension ValueGrammar<DurationExpression> {
  /// `2.5s`, `12f`, `01:02.5`, `2s - 5f`; never negative.
  package static var duration: ValueGrammar {
    ValueGrammar(
      "a duration", examples: ["2.5s", "250ms", "1m02.5s", "12f", "00:00:01:12", "2s - 5f"],
      production: "duration", finding: .timeSyntax, pattern: TimePattern.duration
    ) { scanner throws(ValueProblem) in try scanner.duration() }
  }

  /// `..2s`: at most this long.
  package static var durationLimit: ValueGrammar {
    ValueGrammar(
      "an upper limit", examples: ["..2s"], production: "duration-limit", finding: .rangeSyntax,
      pattern: "\\.\\.\\s*" + TimePattern.duration
    ) { scanner throws(ValueProblem) in
      guard scanner.take("..") else { throw scanner.missingLimitDots(unit: "s") }
      scanner.skipBlanks()
      return try scanner.duration()
    }
  }
}

/// Regular expressions for parts of times.
enum TimePattern {
  static let decimal = "(?:[0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)"
  static let exact = "(?:\(decimal)|[0-9]+/[0-9]+)"
  static let clock = "[0-9]+(?::[0-9]{2}){1,2}(?:\\.[0-9]+)?"
  static let timecode = "[0-9]{1,2}:[0-9]{2}:[0-9]{2}[:;][0-9]{2,3}"
  static let amount = "(?:\(clock)|\(timecode)|(?:\(exact)(?:h|min|ms|m|s))+|[0-9]+f)"
  static let duration = "\(amount)(?:\\s*[+-]\\s*\(amount))*"
}

extension ValueScanner {
  mutating func duration() throws(ValueProblem) -> DurationExpression {
    let start = position
    guard peek() != UInt8(ascii: "-") else { throw negativeDuration(rest) }
    let duration = DurationExpression(try terms(firstIsSubtracted: false))
    if let seconds = duration.plainSeconds, seconds.isNegative { throw negativeDuration(start..<position) }
    return duration
  }

  private func negativeDuration(_ range: Range<Int>) -> ValueProblem {
    problem(
      .negativeDuration, "\(quoted(text(range))) is negative, and \(noun) cannot be", at: range,
      hint: "a minus counts from the end only in a point in time, such as `at`")
  }

  /// A sum of amounts.
  mutating func terms(firstIsSubtracted: Bool) throws(ValueProblem) -> [DurationExpression.Term] {
    var terms = [DurationExpression.Term(try amount(), isSubtracted: firstIsSubtracted)]
    while let isSubtracted = nextOperator() {
      terms.append(DurationExpression.Term(try amount(), isSubtracted: isSubtracted))
    }
    return terms
  }

  /// Skips a `+` or `-` with the blanks around it; true for a minus, nil if neither is next.
  mutating func nextOperator() -> Bool? {
    let start = position
    skipBlanks()
    if !isNext("->"), !isNext("+-"), let byte = peek(), byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    {
      position += 1
      skipBlanks()
      return byte == UInt8(ascii: "-")
    }
    position = start
    return nil
  }

  mutating func amount() throws(ValueProblem) -> DurationExpression.Amount {
    guard isAtNumber else { throw expected("a duration such as `2.5s` or `12f`", hint: wordHint) }
    let digits = run(isDigit)
    if digits.upperBound < end, [UInt8(ascii: ":"), UInt8(ascii: ";")].contains(peek(digits.count)) {
      return try clock()
    }
    return try amountWithUnits()
  }

  private var wordHint: String? {
    ["inf", "infinite", "forever", "auto"].contains(text(nameRun).lowercased())
      ? "remove the key if there is no limit" : nil
  }

  /// `3min`, `3/2s`, `12f`, or units in descending order: `1h02m03.5s`.
  private mutating func amountWithUnits() throws(ValueProblem) -> DurationExpression.Amount {
    let start = position
    var total = RationalTime.zero
    var smallest = TimeUnit.all.count
    while isAtNumber {
      let number = try exactNumber()
      let name = try unit(after: number, of: TimeUnit.table)
      if name == "f" {
        guard number.range.lowerBound == start else {
          throw mixedFrames(start..<number.range.lowerBound, number.range.lowerBound..<position)
        }
        return .frames(try wholeFrames(number))
      }
      let (rank, milliseconds) = TimeUnit.all[name] ?? (0, 1)
      guard rank < smallest else {
        throw problem(
          .timeSyntax,
          "the units in \(quoted(text(start..<position))) are not ordered from larger to smaller",
          at: start..<position, hint: "write hours, minutes and seconds, each once: `1h02m03.5s`")
      }
      smallest = rank
      do { total = try total + rational(number, times: milliseconds, over: 1000) } catch {
        throw (error as? ValueProblem) ?? tooManyDigits(start..<position)
      }
      if !number.isWhole { break }
    }
    if let problem = blankInside(from: start) { throw problem }
    return .seconds(total)
  }

  private func wholeFrames(_ number: ExactNumber) throws(ValueProblem) -> Int64 {
    guard number.isWhole, !number.text.contains(where: { $0 == "." || $0 == "/" }) else {
      throw problem(
        .timeSyntax, "\(quoted(text(number.range))) is not a whole number of frames", at: number.range)
    }
    return try rational(number).value
  }

  private func mixedFrames(_ seconds: Range<Int>, _ frames: Range<Int>) -> ValueProblem {
    let sum = text(seconds) + " + " + text(frames)
    return problem(
      .timeSyntax, "frames must be added with a sign: \(quoted(sum))",
      at: seconds.lowerBound..<frames.upperBound,
      fixes: [fix(sum, for: seconds.lowerBound..<frames.upperBound, isSafe: true)])
  }

  /// `1m 30s`, `1h 2 minutes`: the parts of one duration are written without spaces.
  private func blankInside(from start: Int) -> ValueProblem? {
    var ahead = self
    guard ahead.skipBlanks(), ahead.isAtNumber else { return nil }
    let number = ahead.run { isDigit($0) || $0 == UInt8(ascii: ".") }
    ahead.position = number.upperBound
    ahead.skipBlanks()
    let unit = ahead.run(isLetter)
    let first = text(start..<position)
    guard let second = TimeUnit.named(text(unit)), let rank = TimeUnit.all[second]?.rank,
      let last = first.split(whereSeparator: { !$0.isLetter }).last,
      let before = TimeUnit.all[String(last)]?.rank, rank < before
    else { return nil }
    let guilty = start..<unit.upperBound
    let joined = first + text(number) + second
    return problem(
      .timeSyntax, "a duration cannot contain spaces: write \(quoted(joined))", at: guilty,
      fixes: [fix(joined, for: guilty, isSafe: true)])
  }

  /// `unit` is the one that a number without a unit most likely has.
  func missingLimitDots(unit: String = "") -> ValueProblem {
    var limit = rest
    while let first = limit.first, ["<", "="].contains(text(first..<first + 1)) {
      limit = first + 1..<limit.upperBound
    }
    let bound = text(limit).drop { $0 == " " }
    guard let first = bound.first, "0"..."9" ~= first || "-.".contains(first) else {
      return expected(fixes: [])
    }
    if !unit.isEmpty, bound.allSatisfy({ "0"..."9" ~= $0 || $0 == "." }) {
      return expected(fixes: [fix(".." + bound + unit, for: rest, isSafe: false)])
    }
    return expected(fixes: [fix(".." + bound, for: rest, isSafe: text(rest).hasPrefix("<"))])
  }
}

/// The units of time, with their order and length in milliseconds.
enum TimeUnit {
  static let all: [String: (rank: Int, milliseconds: Int128)] = [
    "h": (3, 3_600_000), "min": (2, 60_000), "m": (2, 60_000), "s": (1, 1000), "ms": (0, 1),
  ]

  static func named(_ spelling: String) -> String? {
    all[spelling] != nil ? spelling : table.aliases[spelling.lowercased()]
  }

  static let table = UnitTable(
    subject: "time", units: ["s", "ms", "m", "min", "h", "f"],
    aliases: [
      "sec": "s", "secs": "s", "second": "s", "seconds": "s", "msec": "ms", "millis": "ms",
      "millisecond": "ms", "milliseconds": "ms", "mins": "min", "minute": "min", "minutes": "min", "hr": "h",
      "hrs": "h", "hour": "h", "hours": "h", "fr": "f", "frame": "f", "frames": "f",
    ],
    readings: ["s", "f"],
    hints: [
      "us": "the smallest unit is `ms`; write `0.25ms` for 250 microseconds",
      "%": "a percentage is a time or the end of a range, as in `50% + 1s` or `25%..75%`",
      "fps": "a frame rate is not a duration; write frames as `12f`",
    ])
}

extension DurationExpression {
  /// The sum, if every term is in seconds; nil if it depends on a frame rate.
  package var plainSeconds: RationalTime? {
    var sum = RationalTime.zero
    for term in terms {
      guard case .seconds(let seconds) = term.amount,
        let next = try? term.isSubtracted ? sum - seconds : sum + seconds
      else { return nil }
      sum = next
    }
    return sum
  }
}
