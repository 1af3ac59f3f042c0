import Diagnostics

extension ValueGrammar<RangeExpression> {
  /// `2s..5s`, `2s for 3s`, `first 1s`, `all`
  package static var range: ValueGrammar { range(.item) }
  /// A range of media, which can use the media's own timecode.
  package static var takeRange: ValueGrammar { range(.take) }
  /// A range of the film, which can use its markers.
  package static var filmRange: ValueGrammar { range(.film) }

  /// `..60s`, `58s..62s`: between plain durations, for checks.
  package static var durationRange: ValueGrammar {
    ValueGrammar(
      "a range of durations", examples: ["..60s", "58s..62s"], production: "duration-range",
      finding: .rangeSyntax,
      pattern:
        "(?:\(TimePattern.duration)\\s*\\.\\.(?:\\s*\(TimePattern.duration))?|\\.\\.\\s*\(TimePattern.duration))"
    ) { scanner throws(ValueProblem) in try scanner.durationRange() }
  }

  private static func range(_ scope: TimeScope) -> ValueGrammar {
    ValueGrammar(
      scope == .take ? "a range of the media" : "a range",
      examples: ["2s..5s", "2s..", "..5s", "-3s..", "25%..75%", "2s for 3s", "first 1s", "last 1s", "all"]
        + (scope == .take ? ["tc 01:00:10:00 for 5s", "chapter(\"Arrival\")"] : []),
      production: scope.production("range"), finding: .rangeSyntax, pattern: TimePattern.range(of: scope)
    ) { scanner throws(ValueProblem) in
      let start = scanner.position
      switch try scanner.momentOrRange(scope) {
      case .range(let range): return range
      case .moment(let moment): throw scanner.momentInsteadOfRange(moment, from: start)
      }
    }
  }
}

extension ValueGrammar<MomentOrRange> {
  /// The start, or the start and end, of an item.
  package static var momentOrRange: ValueGrammar {
    ValueGrammar(
      "a time or a range", examples: ["2s", "intro.end - 1s", "2s..5s", "50%"],
      production: "moment-or-range", finding: .timeSyntax,
      pattern: "(?:\(TimePattern.time(.film))|\(TimePattern.range(of: .film)))"
    ) { scanner throws(ValueProblem) in
      let start = scanner.position
      let value = try scanner.momentOrRange(.film)
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
  static func range(of scope: TimeScope) -> String {
    let time = time(scope)
    return
      "(?:all|\(scope == .take ? chapter + "|" : "")(?:first|last)\\s+\(duration)|\(time)\\s+for\\s+\(duration)"
      + "|\(time)\\s*\\.\\.(?:\\s*\(time))?|\\.\\.\\s*\(time))"
  }
}

extension ValueScanner {
  mutating func momentOrRange(_ scope: TimeScope) throws(ValueProblem) -> MomentOrRange {
    let word = nameRun
    if !isMarker(word, scope) {
      if takeWord("all") { return .range(.all) }
      if takeWord("first") {
        try blanks(before: "a duration")
        if let problem = shareOfEdge(word, scope) { throw problem }
        return .range(.first(try duration()))
      }
      if takeWord("last") {
        try blanks(before: "a duration")
        if let problem = shareOfEdge(word, scope) { throw problem }
        return .range(.last(try duration()))
      }
    } else if text(word) == "all" {
      throw ambiguousMarker(word, means: "the range of the whole film")
    }
    if isNext("..") { return .range(try openStart(scope)) }
    if !isMarker(word, scope), let problem = misspelledRangeWord(scope) { throw problem }
    let first = position
    let start = try time(scope)
    let afterStart = position
    // A chapter of media is a range of media.
    if scope == .take, isAtEnd, case .chapter(let chapter) = start.anchor,
      start == TimeExpression(start.anchor),
      text(first..<position).hasSuffix(")")
    {
      return .range(.between(start, TimeExpression(.chapter(chapter.at(.end)))))
    }
    skipBlanks()
    if isNext("..") {
      try takeDots()
      return .range(.between(start, isAtEnd ? nil : try time(scope)))
    }
    if takeWord("for") {
      try blanks(before: "a duration")
      return .range(.starting(start, duration: try duration()))
    }
    position = afterStart
    return .moment(start)
  }

  /// Whether the word is the name of a known marker; `first 1s` is a range nevertheless.
  private func isMarker(_ word: Range<Int>, _ scope: TimeScope) -> Bool {
    guard scope == .film, !word.isEmpty, scalar.markers?.contains(text(word)) == true else { return false }
    guard ["first", "last"].contains(text(word)) else { return true }
    var ahead = self
    ahead.position = word.upperBound
    ahead.skipBlanks()
    return !ahead.isAtNumber
  }

  /// `first 25%`: only ranges with two dots accept percentages.
  private func shareOfEdge(_ word: Range<Int>, _ scope: TimeScope) -> ValueProblem? {
    var ahead = self
    let start = position
    guard (try? ahead.share()) != nil else { return nil }
    let share = text(start..<ahead.position)
    let range = text(word) == "first" ? "..\(share)" : "-\(share).."
    return problem(
      .rangeSyntax, "a percentage range needs two dots: \(quoted(range))",
      at: word.lowerBound..<ahead.position,
      fixes: [fix(range, for: word.lowerBound..<ahead.position, isSafe: true)])
  }

  /// `frist 1s`: a misspelled word that is nearer to a word of ranges than of times.
  private func misspelledRangeWord(_ scope: TimeScope) -> ValueProblem? {
    let word = nameRun
    if text(word) == "from", word.upperBound < end, text(word.upperBound..<word.upperBound + 1) == " " {
      return problem(
        .rangeSyntax, "a range needs two dots between its ends, such as `2s..5s`", at: word,
        fixes: [fix("", for: word.lowerBound..<word.upperBound + 1, isSafe: true)])
    }
    guard !word.isEmpty, word.upperBound == end || text(word.upperBound..<word.upperBound + 1) != ".",
      scope != .film || scalar.markers != nil,
      let meant = Suggestion.best(
        for: text(word),
        among: ["start", "end", "tc", "all", "first", "last"]
          + (scope == .film ? scalar.markers?.sorted() ?? [] : [])),
      ["all", "first", "last"].contains(meant)
    else { return nil }
    return unknown("word", word, among: [], meant: meant)
  }

  private mutating func openStart(_ scope: TimeScope) throws(ValueProblem) -> RangeExpression {
    let dots = rest
    try takeDots()
    guard !isAtEnd else {
      throw problem(
        .rangeSyntax, "`..` has neither a start nor an end", at: dots,
        fixes: [fix("all", for: dots, isSafe: true)])
    }
    return .between(nil, try time(scope))
  }

  /// Skips `..`, and rejects variants from other languages.
  private mutating func takeDots() throws(ValueProblem) {
    let start = position
    position += 2
    for more in [".", "=", "<"] where take(more) {
      throw problem(
        .rangeSyntax, "a range has two dots between its ends", at: start..<position,
        hint: "the end of a range is always exclusive",
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

  /// The problem of a single time in place of a range.
  func momentInsteadOfRange(_ moment: TimeExpression, from start: Int) -> ValueProblem {
    if let problem = otherRangeSpelling(after: moment, from: start) { return problem }
    guard rest.isEmpty else {
      return problem(
        .rangeSyntax, "unexpected \(quoted(text(rest))) after a time", at: rest,
        hint: "write \(noun) like \(quoted(example)) or `2s for 3s`")
    }
    let range = start..<position
    let spelling = text(range)
    let between = betweenFix(moment, from: start)
    let openEnds =
      switch moment.anchor {
      case .start: ["..\(spelling)", "\(spelling)..", "last \(spelling)"]
      case .share: ["..\(spelling)", "\(spelling).."]
      default: ["\(spelling).."]
      }
    return problem(
      .rangeSyntax, "\(quoted(spelling)) is a single time, expected \(noun) such as \(quoted(example))",
      at: range,
      hint: between.isEmpty
        ? "`..5s` ends there, `5s..` starts there" : "a minus subtracts one time from the other",
      fixes: between.isEmpty ? openEnds.map { fix($0, for: range, isSafe: false) } : between)
  }

  /// `2s-5s`, which reads as a difference, was probably intended as a range.
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
    guard (try? ahead.time(.take)) != nil, ahead.isAtEnd else { return nil }
    let guilty = position..<rest.lowerBound
    // `2s, 5s` may be a start and a length, and `through` includes the end.
    let isClear = ![",", "through"].contains(text(separator))
    return problem(
      .rangeSyntax, "expected two dots in a range, found \(quoted(text(separator)))", at: separator,
      fixes: [fix("..", for: guilty, isSafe: isClear)]
        + (text(separator) == "," ? [fix(" for ", for: guilty, isSafe: false)] : []))
  }
}
