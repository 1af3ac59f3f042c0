import Diagnostics

extension ValueGrammar<RangeExpression> {
  /// `2s..5s`, `2s for 3s`, `first 1s`, `all`
  package static var range: ValueGrammar { range(inTake: false) }
  /// A range of media, where the media's own timecode may be named.
  package static var takeRange: ValueGrammar { range(inTake: true) }

  /// `..60s`, `58s..62s`: between plain durations, for checks.
  package static var durationRange: ValueGrammar {
    ValueGrammar(
      "a range of durations", examples: ["..60s", "58s..62s"], production: "duration-range",
      finding: .rangeSyntax,
      pattern:
        "(?:\(TimePattern.duration)\\s*\\.\\.(?:\\s*\(TimePattern.duration))?|\\.\\.\\s*\(TimePattern.duration))"
    ) { scanner throws(ValueProblem) in try scanner.durationRange() }
  }

  private static func range(inTake: Bool) -> ValueGrammar {
    ValueGrammar(
      inTake ? "a range of the media" : "a range",
      examples: ["2s..5s", "2s..", "..5s", "-3s..", "2s for 3s", "first 1s", "last 1s", "all"]
        + (inTake ? ["tc 01:00:10:00 for 5s"] : []),
      production: inTake ? "take-range" : "range", finding: .rangeSyntax,
      pattern: TimePattern.range(of: inTake ? TimePattern.takeTime : TimePattern.time)
    ) { scanner throws(ValueProblem) in
      let start = scanner.position
      switch try scanner.momentOrRange(inTake: inTake) {
      case .range(let range): return range
      case .moment(let moment): throw scanner.momentInsteadOfRange(moment, from: start)
      }
    }
  }
}

extension ValueGrammar<MomentOrRange> {
  /// When something begins, or begins and ends.
  package static var momentOrRange: ValueGrammar {
    ValueGrammar(
      "a time or a range", examples: ["2s", "intro.end - 1s", "2s..5s"], production: "moment-or-range",
      finding: .timeSyntax,
      pattern: "(?:\(TimePattern.time)|\(TimePattern.range(of: TimePattern.time)))"
    ) { scanner throws(ValueProblem) in
      let start = scanner.position
      let value = try scanner.momentOrRange(inTake: false)
      if case .moment(let moment) = value,
        let problem = scanner.otherRangeSpelling(after: moment, from: start)
      {
        throw problem
      }
      return value
    }
  }
}

extension TimePattern {
  static func range(of time: String) -> String {
    "(?:all|(?:first|last)\\s+\(duration)|\(time)\\s+for\\s+\(duration)"
      + "|\(time)\\s*\\.\\.(?:\\s*\(time))?|\\.\\.\\s*\(time))"
  }
}

extension ValueScanner {
  mutating func momentOrRange(inTake: Bool) throws(ValueProblem) -> MomentOrRange {
    if takeWord("all") { return .range(.all) }
    if takeWord("first") {
      try blanks(before: "a duration")
      return .range(.first(try duration()))
    }
    if takeWord("last") {
      try blanks(before: "a duration")
      return .range(.last(try duration()))
    }
    if isNext("..") { return .range(try openStart(inTake: inTake)) }
    if let problem = misspelledRangeWord { throw problem }
    let start = try time(inTake: inTake)
    let afterStart = position
    skipBlanks()
    if isNext("..") {
      try takeDots()
      return .range(.between(start, isAtEnd ? nil : try time(inTake: inTake)))
    }
    if takeWord("for") {
      try blanks(before: "a duration")
      return .range(.starting(start, duration: try duration()))
    }
    position = afterStart
    return .moment(start)
  }

  /// `frist 1s`: a word that is nearer to one of a range than to one of a moment.
  private var misspelledRangeWord: ValueProblem? {
    let word = nameRun
    if text(word) == "from", word.upperBound < end, text(word.upperBound..<word.upperBound + 1) == " " {
      return problem(
        .rangeSyntax, "a range is written with two dots between its ends, such as `2s..5s`", at: word,
        fixes: [fix("", for: word.lowerBound..<word.upperBound + 1, isSafe: true)])
    }
    guard !word.isEmpty, word.upperBound == end || text(word.upperBound..<word.upperBound + 1) != ".",
      let meant = Suggestion.best(for: text(word), among: ["start", "end", "tc", "all", "first", "last"]),
      ["all", "first", "last"].contains(meant)
    else { return nil }
    return unknown("word", word, among: [], meant: meant)
  }

  private mutating func openStart(inTake: Bool) throws(ValueProblem) -> RangeExpression {
    let dots = rest
    try takeDots()
    guard !isAtEnd else {
      throw problem(
        .rangeSyntax, "`..` has neither a start nor an end", at: dots,
        fixes: [fix("all", for: dots, isSafe: true)])
    }
    return .between(nil, try time(inTake: inTake))
  }

  /// Steps over `..`, and refuses what other languages write there.
  private mutating func takeDots() throws(ValueProblem) {
    let start = position
    position += 2
    for more in [".", "=", "<"] where take(more) {
      throw problem(
        .rangeSyntax, "a range is written with two dots", at: start..<position,
        hint: "the end of a range is never part of it",
        fixes: [fix("..", for: start..<position, isSafe: more == "<")])
    }
    skipBlanks()
  }

  mutating func durationRange() throws(ValueProblem) -> RangeExpression {
    let start = position
    if isNext("..") {
      try takeDots()
      return .between(nil, TimeExpression(.start, offset: try duration()))
    }
    let shortest = TimeExpression(.start, offset: try duration())
    skipBlanks()
    guard isNext("..") else { throw momentInsteadOfRange(shortest, from: start) }
    try takeDots()
    return .between(shortest, isAtEnd ? nil : TimeExpression(.start, offset: try duration()))
  }

  /// One moment where a range has two ends.
  func momentInsteadOfRange(_ moment: TimeExpression, from start: Int) -> ValueProblem {
    if let problem = otherRangeSpelling(after: moment, from: start) { return problem }
    guard rest.isEmpty else {
      return problem(
        .rangeSyntax, "unexpected \(quoted(text(rest))) after a time", at: rest,
        hint: "\(noun) is written like \(quoted(example)) or `2s for 3s`")
    }
    let range = start..<position
    let spelling = text(range)
    let between = betweenFix(moment, from: start)
    let openEnds =
      moment.anchor == .start ? ["..\(spelling)", "\(spelling)..", "last \(spelling)"] : ["\(spelling).."]
    return problem(
      .rangeSyntax, "\(quoted(spelling)) is a single time, expected \(noun) such as \(quoted(example))",
      at: range,
      hint: between.isEmpty
        ? "`..5s` ends there, `5s..` begins there" : "a minus subtracts one time from the other",
      fixes: between.isEmpty ? openEnds.map { fix($0, for: range, isSafe: false) } : between)
  }

  /// `2s-5s`, which reads as a difference, was probably meant as a range.
  private func betweenFix(_ moment: TimeExpression, from start: Int) -> [Diagnostic.Fix?] {
    let spelling = text(start..<position)
    let parts = spelling.split(separator: "-")
    guard moment.anchor == .start, moment.offset.terms.count == 2, parts.count == 2 else { return [] }
    let ends = parts.map { String($0.filter { !$0.isWhitespace }) }
    return [fix(ends[0] + ".." + ends[1], for: start..<position, isSafe: false)]
  }

  /// `2s to 5s`, `2s, 5s`, `2s until 5s`.
  func otherRangeSpelling(after moment: TimeExpression, from start: Int) -> ValueProblem? {
    var ahead = self
    ahead.skipBlanks()
    let separatorStart = ahead.position
    let words = ["to", "until", "till", "through"]
    guard words.contains(where: { ahead.takeWord($0) }) || ahead.take(",") || ahead.take("->") else {
      return nil
    }
    let separator = separatorStart..<ahead.position
    ahead.skipBlanks()
    let rest = ahead.rest
    guard (try? ahead.time(inTake: true)) != nil, ahead.isAtEnd else { return nil }
    let guilty = position..<rest.lowerBound
    return problem(
      .rangeSyntax, "a range is written with two dots, not with \(quoted(text(separator)))", at: separator,
      fixes: [fix("..", for: guilty, isSafe: true)])
  }
}
