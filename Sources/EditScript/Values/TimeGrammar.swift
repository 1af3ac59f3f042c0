import Basics
import Diagnostics

/// What a written time measures, which decides the names it can use.
enum TimeScope {
  /// An item: no markers.
  case item
  /// Media: also their own timecode, `tc 01:00:10:00`; no markers.
  case take
  /// The film: also its markers.
  case film
}

extension ValueGrammar<TimeExpression> {
  /// A time in an item.
  package static var time: ValueGrammar { time(.item) }
  /// A time in media, which can use the media's own timecode: `tc 01:00:10:00`.
  package static var takeTime: ValueGrammar { time(.take) }
  /// A time of the film, which can use its markers: `turn + 1s`.
  package static var filmTime: ValueGrammar { time(.film) }

  private static func time(_ scope: TimeScope) -> ValueGrammar {
    ValueGrammar(
      scope == .take ? "a time in the media" : "a time",
      examples: ["2.5s", "-2s", "end - 1s", "50%"]
        + (scope == .take ? ["tc 01:00:10:00", "chapter(\"Arrival\")"] : ["intro.end + 1s"])
        + (scope == .film ? ["beach.chapter(\"Arrival\")"] : []),
      production: scope.production("time"), finding: .timeSyntax, pattern: TimePattern.time(scope)
    ) { scanner throws(ValueProblem) in try scanner.time(scope) }
  }
}

extension TimeScope {
  /// The name of the production in this scope.
  func production(_ name: String) -> String {
    switch self {
    case .item: name
    case .take: "take-" + name
    case .film: "film-" + name
    }
  }
}

extension ValueGrammar<String> {
  /// A name that times can refer to: `intro`, `part-2`.
  package static var name: ValueGrammar {
    ValueGrammar(
      "a name", examples: ["intro", "part-2"], production: "name", finding: .forbiddenCharacter,
      pattern: TimePattern.name
    ) {
      scanner throws(ValueProblem) in
      let name = scanner.nameRun
      guard !name.isEmpty else { throw scanner.expected(hint: nameHint) }
      scanner.position = name.upperBound
      guard scanner.isAtEnd else {
        let rest = scanner.rest
        throw scanner.problem(
          .forbiddenCharacter, "\(quoted(scanner.text(rest))) is not allowed in a name", at: rest,
          hint: nameHint)
      }
      return scanner.text(name)
    }
  }

  /// A name of this script, or one of a script under `use`: `brand/headline`.
  package static var usableName: ValueGrammar {
    ValueGrammar(
      "a name", examples: ["opener", "brand/opener"], production: "usable-name", finding: .forbiddenCharacter,
      pattern: "(?:\(TimePattern.name)/)?\(TimePattern.name)"
    ) {
      scanner throws(ValueProblem) in
      var text = ""
      for _ in 0..<2 {
        let name = scanner.nameRun
        guard !name.isEmpty else { throw scanner.expected(hint: nameHint) }
        scanner.position = name.upperBound
        text += scanner.text(name)
        guard text == scanner.text(name), scanner.take("/") else { break }
        text += "/"
      }
      guard scanner.isAtEnd else {
        let rest = scanner.rest
        throw scanner.problem(
          .forbiddenCharacter, "\(quoted(scanner.text(rest))) is not allowed in a name", at: rest,
          hint: nameHint)
      }
      return text
    }
  }

  private static var nameHint: String {
    "a name consists of letters, digits, `-` and `_`, and starts with a letter or `_`"
  }
}

extension TimePattern {
  /// A letter or `_`, as a negated class, so that letters of every language match without flags.
  static let name =
    "[^\\x00-\\x40\\x5B-\\x5E\\x60\\x7B-\\x7F][^\\x00-\\x2C\\x2E\\x2F\\x3A-\\x40\\x5B-\\x5E\\x60\\x7B-\\x7F]*"
  private static let offset = "(?:\\s*[+-]\\s*\(duration))?"
  private static let share = "\(exact)%"

  static func time(_ scope: TimeScope) -> String {
    let edges = "\\.(?:start|end|\(chapter))"
    let named = scope == .film ? "\(name)(?:\(edges))?" : "\(name)\(edges)"
    let time = "(?:-\\s*\(duration)|\(duration)|(?:-?\\s*\(share)|start|end|\(named))\(offset))"
    return scope == .take ? "(?:\(time)|(?:tc\\s*\(timecode)|\(chapter))\(offset))" : time
  }

  /// A chapter of the media: `chapter("Arrival")`, `chapter(2).end`
  static let chapter =
    "chapter\\((?:\"(?:[^\"\\\\]|\\\\[\"\\\\])+\"|[0-9]+)\\)(?:\\.(?:start|end))?"
}

extension ValueScanner {
  mutating func time(_ scope: TimeScope) throws(ValueProblem) -> TimeExpression {
    let isBeforeEnd = take("-")
    if isBeforeEnd { skipBlanks() }
    if let share = try share() {
      return try withOffset(.share(share, from: isBeforeEnd ? .end : .start))
    }
    if isBeforeEnd {
      return TimeExpression(.end, offset: DurationExpression(try terms(firstIsSubtracted: true)))
    }
    if isAtNumber {
      return TimeExpression(.start, offset: DurationExpression(try terms(firstIsSubtracted: false)))
    }
    return try withOffset(anchor(scope))
  }

  private mutating func withOffset(_ anchor: TimeExpression.Anchor) throws(ValueProblem) -> TimeExpression {
    guard let isSubtracted = nextOperator() else { return TimeExpression(anchor) }
    return TimeExpression(anchor, offset: DurationExpression(try terms(firstIsSubtracted: isSubtracted)))
  }

  /// `50%`; nil if something else is next.
  mutating func share() throws(ValueProblem) -> Share? {
    var ahead = self
    guard isAtNumber, let number = try? ahead.exactNumber(), ahead.take("%") else { return nil }
    let whole = number.denominator.multipliedReportingOverflow(by: 100)
    guard whole.overflow || number.numerator <= whole.partialValue else {
      throw problem(
        .numberOutOfRange,
        "\(quoted(text(position..<ahead.position))) is outside the range from `0%` to `100%`",
        at: position..<ahead.position, hint: "the whole length is `100%`")
    }
    let share = try rational(number, over: 100)
    position = ahead.position
    return Share(numerator: share.value, denominator: share.timescale)
  }

  private mutating func anchor(_ scope: TimeScope) throws(ValueProblem) -> TimeExpression.Anchor {
    let name = nameRun
    guard !name.isEmpty else { throw expected(hint: signHint) }
    position = name.upperBound
    if isNext("("), text(name) == "chapter" {
      let reference = try chapter(of: nil)
      guard scope != .take else { return .chapter(reference) }
      throw problem(
        .timeSyntax, "a chapter needs the name of its item here; only a `take` knows its media",
        at: name.lowerBound..<position,
        hint: "write the name of an item before it, as in `beach.chapter(\"Arrival\")`")
    }
    if peek() == UInt8(ascii: "."), let next = peek(1), isLetter(next) {
      position += 1
      let next = nameRun
      if text(next) == "chapter", byte(at: next.upperBound) == UInt8(ascii: "(") {
        position = next.upperBound
        return .chapter(try chapter(of: text(name)))
      }
      return .item(name: text(name), edge: try edge(of: name))
    }
    // `end-1s` is the word `end` and a minus, though a name could include all of it.
    position = name.lowerBound
    let word = run(isLetter)
    if scope == .film, let marker = try marker(name, beginningWith: word) { return marker }
    switch text(word) {
    case "start":
      position = word.upperBound
      return .start
    case "end":
      position = word.upperBound
      return .end
    case "tc":
      position = word.upperBound
      guard scope == .take else {
        throw problem(
          .timeSyntax, "only a take can use the timecode of its media", at: word,
          hint: "write a time on the timeline, such as `12.5s` or `00:00:12:15`")
      }
      skipBlanks()
      return .mediaTimecode(try timecode())
    default: throw unknownAnchor(name, scope)
    }
  }

  /// What follows the word `chapter`: `("Arrival")`, `(2).end`.
  private mutating func chapter(of item: String?) throws(ValueProblem) -> ChapterReference {
    let start = position
    position += 1
    let choice: ChapterReference.Choice
    if take("\"") {
      choice = .named(try chapterName(from: start))
    } else {
      let digits = run(isDigit)
      guard let number = Int(text(digits)) else {
        throw problem(
          .timeSyntax, "expected the name of a chapter in quotes, or its number", at: start..<end,
          hint: "write a chapter like `chapter(\"Arrival\")` or `chapter(2)`")
      }
      position = digits.upperBound
      choice = .numbered(number)
    }
    guard take(")") else {
      throw problem(
        .timeSyntax, "the chapter has no closing parenthesis", at: start..<end,
        hint: "write a chapter like `chapter(\"Arrival\")`")
    }
    guard peek() == UInt8(ascii: "."), let next = peek(1), isLetter(next) else {
      return ChapterReference(item: item, choice)
    }
    position += 1
    return ChapterReference(item: item, choice, edge: try edge(of: start..<position))
  }

  /// The name of a chapter after its first quote; `\"` and `\\` stand for a quote and a backslash.
  private mutating func chapterName(from start: Int) throws(ValueProblem) -> String {
    var pieces = ""
    var first = position
    while let next = peek() {
      switch next {
      case UInt8(ascii: "\""):
        pieces += text(first..<position)
        position += 1
        return pieces
      case UInt8(ascii: "\\") where ["\"", "\\"].contains(where: { peek(1) == $0.utf8.first }):
        pieces += text(first..<position)
        first = position + 1
        position += 2
      default: position += 1
      }
    }
    throw problem(
      .timeSyntax, "the name of the chapter has no closing quote", at: start..<end,
      hint: "write a chapter like `chapter(\"Arrival\")`")
  }

  /// The marker of this name; nil for words of the language and for other names.
  private mutating func marker(
    _ name: Range<Int>, beginningWith word: Range<Int>
  ) throws(ValueProblem) -> TimeExpression.Anchor? {
    let spelling = text(name)
    let isEdge = TimeExpression.Edge(rawValue: text(word)) != nil
    // `end` and `end-1s`, but not `end-card`.
    let isTime =
      isEdge
      && (name == word
        || byte(at: word.upperBound) == UInt8(ascii: "-")
          && byte(at: word.upperBound + 1).map { !isLetter($0) && $0 != UInt8(ascii: "_") } ?? true)
    guard let markers = scalar.markers else {
      guard !isTime, spelling != "tc" else { return nil }
      position = name.upperBound
      return .marker(spelling)
    }
    guard markers.contains(spelling) else { return nil }
    if isTime { throw ambiguousMarker(name, means: "a time from the \(text(word)) of the film") }
    position = name.upperBound
    return .marker(spelling)
  }

  /// The problem of a marker whose name is also a word of the language.
  func ambiguousMarker(_ name: Range<Int>, means meaning: String) -> ValueProblem {
    problem(
      .ambiguousMarker, "\(quoted(text(name))) is \(meaning), but also the name of a marker", at: name,
      hint: "rename the marker, for example to \(quoted("at-" + text(name)))")
  }

  private var signHint: String? {
    peek() == UInt8(ascii: "+") ? "write a time from the start without a sign: `2s`" : nil
  }

  private mutating func edge(of name: Range<Int>) throws(ValueProblem) -> TimeExpression.Edge {
    let word = run(isLetter)
    guard let edge = TimeExpression.Edge(rawValue: text(word)) else {
      throw unknown(
        "edge", word, among: TimeExpression.Edge.allCases.map(\.rawValue),
        meant: Self.otherWordsForEdges[text(word).lowercased()])
    }
    position = word.upperBound
    return edge
  }

  private func unknownAnchor(_ name: Range<Int>, _ scope: TimeScope) -> ValueProblem {
    let word = text(name)
    let markers = scalar.markers?.sorted() ?? []
    if scope == .film, let marker = markers.first(where: { isDifference(word, from: $0) }) {
      let difference = marker + " - " + word.dropFirst(marker.count + 1)
      return problem(
        .unknownName, "no marker is named \(quoted(word)), did you mean \(quoted(difference))?", at: name,
        fixes: [fix(difference, for: name, isSafe: true)])
    }
    let known = TimeExpression.Edge.allCases.map(\.rawValue) + (scope == .film ? markers : [])
    if let meant = Self.otherWordsForEdges[word.lowercased()]
      ?? (scalar.getsSuggestions ? Suggestion.best(for: word, among: known) : nil)
    {
      return unknown("moment", name, among: [], meant: meant)
    }
    if scope != .film, markers.contains(word) {
      return problem(
        .unknownName, "\(quoted(word)) is a marker, but this time does not count in the film", at: name,
        hint: scope == .take
          ? "write a time in the media, such as `2s` or `50%`"
          : "write a time in the item, such as `2s` or `50%`")
    }
    return problem(
      finding, "expected \(noun) such as \(quoted(example)), found \(quoted(word))", at: name,
      hint:
        "the times of an item named \(quoted(word)) are \(quoted(word + ".start")) and \(quoted(word + ".end"))",
      fixes: [
        fix(word + ".start", for: name, isSafe: false), fix(word + ".end", for: name, isSafe: false),
      ])
  }

  /// Whether a word is a marker's name, a minus and an amount: `turn-1s`.
  private func isDifference(_ word: String, from marker: String) -> Bool {
    word.hasPrefix(marker + "-") && word.utf8.dropFirst(marker.utf8.count + 1).first.map(isDigit) == true
  }

  private static let otherWordsForEdges = [
    "begin": "start", "beginning": "start", "in": "start", "out": "end", "finish": "end",
    "stop": "end", "eof": "end",
  ]
}
