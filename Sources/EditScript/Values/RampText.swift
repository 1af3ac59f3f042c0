import Basics
import Composition
import Diagnostics

/// The parts of a ramp's text: the values between the arrows, the range after `over`, the easing at the end.
struct RampText {
  let scalar: ScalarText
  /// Without the blanks around it.
  let whole: Range<Int>
  private(set) var values: [Range<Int>] = []
  private(set) var range: Range<Int>?
  private(set) var easing: Range<Int>?
  private let scanner: ValueScanner
  /// The words after the last arrow; a word includes the blanks in its parentheses.
  private var tail: [Range<Int>] = []

  // Created once: a grammar builds its pattern, and a script may have thousands of ramps.
  static let range = ValueGrammar<RangeExpression>.range
  private static let easing = ValueGrammar<Easing>.easing

  init(_ scalar: ScalarText) {
    self.scalar = scalar
    var scanner = ValueScanner(scalar, noun: "a ramp", example: "1 -> 0 over last 1s", finding: .rampSyntax)
    scanner.skipBlanks()
    self.scanner = scanner
    whole = scanner.rest
    split()
  }

  private mutating func split() {
    var cursor = scanner
    var start = cursor.position
    while !cursor.isAtEnd {
      if cursor.isNext("->") {
        values.append(trimmed(start..<cursor.position))
        cursor.position += 2
        start = cursor.position
      } else {
        cursor.position += 1
      }
    }
    splitTail(from: start)
  }

  private mutating func splitTail(from start: Int) {
    tail = words(from: start)
    var valueWords = tail[...]
    var rest = tail[...]
    let over = tail.firstIndex { text($0) == "over" }
    if let over {
      valueWords = tail[..<over]
      rest = tail[(over + 1)...]
    }
    if rest.count > 1, let last = rest.last, isEasingLike(last) {
      easing = last
      rest.removeLast()
      if over == nil { valueWords.removeLast() }
    }
    if over != nil { range = span(rest) ?? whole.upperBound..<whole.upperBound }
    values.append(span(valueWords) ?? start..<start)
  }

  /// The easing; linear if none is written.
  func readEasing() throws(ValueProblem) -> Easing {
    guard let easing else { return .linear }
    return try Self.easing.read(scalar.part(easing)).get()
  }

  private func words(from start: Int) -> [Range<Int>] {
    var cursor = scanner
    cursor.position = start
    var words: [Range<Int>] = []
    while cursor.skipBlanks() || !cursor.isAtEnd {
      let begin = cursor.position
      var depth = 0
      while let byte = cursor.peek(), depth > 0 || !isBlank(byte) {
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        cursor.position += 1
      }
      if cursor.position > begin { words.append(begin..<cursor.position) }
    }
    return words
  }

  private func isEasingLike(_ word: Range<Int>) -> Bool {
    var cursor = scanner
    cursor.position = word.lowerBound
    let name = text(cursor.nameRun)
    if Easing.words.contains(name) || Easing.otherWords[name.lowercased()] != nil { return true }
    return cursor.nameRun == word && Suggestion.best(for: name, among: Easing.words) != nil
      && Color(name: name) == nil
  }

  private func span(_ words: ArraySlice<Range<Int>>) -> Range<Int>? {
    guard let first = words.first, let last = words.last else { return nil }
    return first.lowerBound..<last.upperBound
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, stop) = (range.lowerBound, range.upperBound)
    while start < stop, isBlank(byte(start)) { start += 1 }
    while stop > start, isBlank(byte(stop - 1)) { stop -= 1 }
    return start..<stop
  }

  private func byte(_ index: Int) -> UInt8 { scanner.peek(index - scanner.position) ?? 0 }
  private func text(_ range: Range<Int>) -> String { scanner.text(range) }
}

// MARK: - Problems

extension RampText {
  var singleValue: ValueProblem {
    scanner.expected("a ramp such as `1 -> 0 over last 1s`")
  }

  func emptySide<Value>(of grammar: ValueGrammar<Value>) -> ValueProblem {
    let example = grammar.examples.first ?? ""
    return scanner.problem(
      .rampSyntax,
      "a ramp needs \(grammar.noun) such as \(quoted(example)) on both sides of each `->`", at: whole,
      hint: grammar.production == "colour"
        ? "an unquoted `#` starts a YAML comment; quote the whole ramp: `\"black -> #ff0000\"`"
        : nil)
  }

  var gradientOverTime: ValueProblem {
    scanner.problem(
      .notAnimatable, "a gradient cannot be animated: write only its colours",
      at: whole)
  }

  var rampInKeyFrame: ValueProblem {
    scanner.problem(
      .rampSyntax, "a key frame has a single value without a range, found \(quoted(text(whole)))", at: whole,
      hint: "write `1s: 0` and `2s: 1 ease-out` as two key frames")
  }

  /// `1 --> 0`
  var longArrow: ValueProblem? {
    var cursor = scanner
    while !cursor.isAtEnd {
      if cursor.isNext("-->") || cursor.isNext("->>") {
        let guilty = cursor.position..<cursor.position + 3
        return cursor.problem(
          .rampSyntax, "expected `->` in a ramp, found \(quoted(text(guilty)))", at: guilty,
          fixes: [cursor.fix("->", for: guilty, isSafe: true)])
      }
      cursor.position += 1
    }
    return nil
  }

  /// `1 -> 0 ease-in over 1s..2s`
  var easingBeforeRange: ValueProblem? {
    guard let range, easing == nil, tail.count > 2,
      let over = tail.firstIndex(where: { text($0) == "over" }), over > 1, isEasingLike(tail[over - 1])
    else { return nil }
    let early = tail[over - 1]
    let repaired = "over " + text(range) + " " + text(early)
    return scanner.problem(
      .rampSyntax, "the easing belongs at the end, after the range", at: early,
      fixes: [scanner.fix(repaired, for: early.lowerBound..<whole.upperBound, isSafe: true)])
  }

  /// `1 -> 0 for 1s`: another word in place of `over`.
  var wrongWord: ValueProblem? {
    guard range == nil,
      let word = tail.dropFirst().first(where: {
        ["for", "in", "during", "within", "from", "at"].contains(text($0))
          || Suggestion.best(for: text($0), among: ["over"]) != nil
      })
    else { return nil }
    return scanner.problem(
      .rampSyntax, "expected `over` before the range of a ramp, found \(quoted(text(word)))", at: word,
      hint: "write a range like `over first 1s` or `over 2s..5s`",
      fixes: [scanner.fix("over", for: word, isSafe: false)])
  }

  /// Another arrow, or a range and an easing after a single value.
  var problemWithoutArrow: ValueProblem? {
    var cursor = scanner
    while !cursor.isAtEnd {
      for arrow in ["=>", "→", ">>"] where cursor.isNext(arrow) {
        let guilty = cursor.position..<cursor.position + arrow.utf8.count
        return cursor.problem(
          arrow == "→" ? .lookAlikeCharacter : .rampSyntax,
          "expected `->` in a ramp, found \(quoted(arrow))", at: guilty,
          fixes: [cursor.fix("->", for: guilty, isSafe: true)])
      }
      cursor.position += 1
    }
    if let to = tail.first(where: { text($0) == "to" }) {
      return scanner.problem(
        .rampSyntax, "expected `->` in a ramp, found `to`", at: to,
        fixes: [scanner.fix("->", for: to, isSafe: true)])
    }
    guard range != nil || easing != nil else { return nil }
    return scanner.problem(
      .rampSyntax, "a single value cannot have a range or an easing", at: (range ?? easing ?? whole),
      hint: "a ramp has two or more values: `1 -> 0 over last 1s`")
  }
}
