import Basics
import Diagnostics

extension ValueGrammar<TimeExpression> {
  /// A moment on the timeline or in an item.
  package static var time: ValueGrammar { time(inTake: false) }
  /// A moment in media, where its own timecode may be named: `tc 01:00:10:00`.
  package static var takeTime: ValueGrammar { time(inTake: true) }

  private static func time(inTake: Bool) -> ValueGrammar {
    ValueGrammar(
      inTake ? "a time in the media" : "a time",
      examples: ["2.5s", "-2s", "end - 1s"] + (inTake ? ["tc 01:00:10:00"] : ["intro.end + 1s"]),
      production: inTake ? "take-time" : "time", finding: .timeSyntax,
      pattern: inTake ? TimePattern.takeTime : TimePattern.time
    ) { scanner throws(ValueProblem) in try scanner.time(inTake: inTake) }
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

  private static var nameHint: String {
    "a name has letters, digits, `-` and `_`, and begins with a letter or `_`"
  }
}

extension TimePattern {
  /// A letter or `_`, said by what it is not, so that letters of every language match without flags.
  static let name =
    "[^\\x00-\\x40\\x5B-\\x5E\\x60\\x7B-\\x7F][^\\x00-\\x2C\\x2E\\x2F\\x3A-\\x40\\x5B-\\x5E\\x60\\x7B-\\x7F]*"
  private static let offset = "(?:\\s*[+-]\\s*\(duration))?"
  static let time = "(?:-\\s*\(duration)|\(duration)|(?:start|end|\(name)\\.(?:start|end))\(offset))"
  static let takeTime = "(?:\(time)|tc\\s*\(timecode)\(offset))"
}

extension ValueScanner {
  mutating func time(inTake: Bool) throws(ValueProblem) -> TimeExpression {
    if take("-") {
      skipBlanks()
      return TimeExpression(.end, offset: DurationExpression(try terms(firstIsSubtracted: true)))
    }
    if isAtNumber {
      return TimeExpression(.start, offset: DurationExpression(try terms(firstIsSubtracted: false)))
    }
    let anchor = try anchor(inTake: inTake)
    guard let isSubtracted = nextOperator() else { return TimeExpression(anchor) }
    return TimeExpression(anchor, offset: DurationExpression(try terms(firstIsSubtracted: isSubtracted)))
  }

  private mutating func anchor(inTake: Bool) throws(ValueProblem) -> TimeExpression.Anchor {
    let name = nameRun
    guard !name.isEmpty else { throw expected(hint: signHint) }
    position = name.upperBound
    if peek() == UInt8(ascii: "."), let next = peek(1), isLetter(next) {
      position += 1
      return .item(name: text(name), edge: try edge(of: name))
    }
    // `end-1s` is the word `end` and a minus, though a name could hold all of it.
    position = name.lowerBound
    let word = run(isLetter)
    switch text(word) {
    case "start":
      position = word.upperBound
      return .start
    case "end":
      position = word.upperBound
      return .end
    case "tc":
      position = word.upperBound
      guard inTake else {
        throw problem(
          .timeSyntax, "the media's own timecode can be used only in a take", at: word,
          hint: "write the time on the timeline, such as `12.5s` or `00:00:12:15`")
      }
      skipBlanks()
      return .mediaTimecode(try timecode())
    default: throw unknownAnchor(name)
    }
  }

  private var signHint: String? {
    peek() == UInt8(ascii: "+") ? "a time from the start has no sign: `2s`" : nil
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

  private func unknownAnchor(_ name: Range<Int>) -> ValueProblem {
    let word = text(name)
    if let meant = Self.otherWordsForEdges[word.lowercased()]
      ?? Suggestion.best(for: word, among: TimeExpression.Edge.allCases.map(\.rawValue))
    {
      return unknown("moment", name, among: [], meant: meant)
    }
    return problem(
      finding, "expected \(noun) such as \(quoted(example)), found \(quoted(word))", at: name,
      hint:
        "the times of an item named \(quoted(word)) are \(quoted(word + ".start")) and \(quoted(word + ".end"))",
      fixes: [
        fix(word + ".start", for: name, isSafe: false), fix(word + ".end", for: name, isSafe: false),
      ])
  }

  private static let otherWordsForEdges = [
    "begin": "start", "beginning": "start", "in": "start", "out": "end", "finish": "end",
    "stop": "end", "eof": "end",
  ]
}
