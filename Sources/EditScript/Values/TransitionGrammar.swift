package import Composition
import Diagnostics

extension ValueGrammar<TransitionValue> {
  /// `dissolve 1s`, `fade through red 1s`, `wipe left 20f`
  package static var transition: ValueGrammar {
    ValueGrammar(
      "a transition", examples: ["dissolve 1s", "fade through black 1s", "wipe left 20f", "circle open 1s"],
      production: "transition", finding: .transitionSyntax,
      pattern: "\(TransitionPattern.kind)(?:\\s+\(TimePattern.duration))?"
    ) { scanner throws(ValueProblem) in
      let kind = try scanner.transitionKind(fileEnd: scanner.startOfLastWord)
      guard !scanner.rest.isEmpty else { return TransitionValue(kind: kind, duration: nil) }
      try scanner.blanks(before: "a duration")
      return TransitionValue(kind: kind, duration: try scanner.duration())
    }
  }
}

extension ValueGrammar<TransitionKind<String>> {
  /// The kind alone, for use with a separate key for the duration.
  package static var transitionKind: ValueGrammar<TransitionKind<String>> {
    ValueGrammar(
      "a kind of transition", examples: ["dissolve", "fade through black", "wipe left"],
      production: "transition-kind", finding: .transitionSyntax, pattern: TransitionPattern.kind
    ) { scanner throws(ValueProblem) in try scanner.transitionKind(fileEnd: scanner.end) }
  }
}

private enum TransitionPattern {
  static let kind = "(?:" + TransitionDeclaration.all.map(pattern).joined(separator: "|") + ")"

  private static func pattern(of declaration: TransitionDeclaration) -> String {
    let words = spaced(declaration.words)
    return switch declaration.parameter {
    case .none: words
    case .heading(let headings):
      "\(words)\\s+(?:\(headings.map { spaced($0.rawValue) }.joined(separator: "|")))"
    case .color: "\(words)\\s+\(ValueGrammar<Color>.color.patternBody)"
    case .picture: "\(words)\\s+\\S[\\s\\S]*"
    }
  }

  private static func spaced(_ words: String) -> String { words.replacing(" ", with: "\\s+") }
}

extension ValueScanner {
  fileprivate var whole: Range<Int> { (position == 0 ? rest.lowerBound : 0)..<end }

  fileprivate var startOfLastWord: Int {
    let lastBlank = (position..<end).last { peek($0 - position).map(isBlank) == true }
    return lastBlank.map { $0 + 1 } ?? end
  }

  fileprivate mutating func transitionKind(fileEnd: Int) throws(ValueProblem) -> TransitionKind<String> {
    let words = try transitionWords()
    if let plain = PlainTransition(rawValue: words) { return .plain(plain) }
    skipBlanks()
    if let directed = DirectedTransition(rawValue: words) {
      return .directed(directed, try heading(among: directed.declaration.parameter))
    }
    if let colored = ColoredTransition(rawValue: words) { return .colored(colored, try color()) }
    if let pictured = PicturedTransition(rawValue: words) {
      return .pictured(pictured, try pictureFile(of: words, upTo: fileEnd))
    }
    throw expected()
  }

  /// The one or two words at the start of a transition.
  private mutating func transitionWords() throws(ValueProblem) -> String {
    let first = nameRun
    guard !first.isEmpty else { throw expected() }
    let known = TransitionDeclaration.all.map { ($0, $0.words.split(separator: " ").map(String.init)) }
    let possible = known.filter { $0.1.first == text(first) }
    guard !possible.isEmpty else {
      let meant = known.lazy.compactMap { [name = text(first).lowercased()] in $0.0.otherWords[name] }.first
      throw unknown("transition", first, among: known.compactMap(\.1.first).unique, meant: meant)
    }
    position = first.upperBound
    if possible.contains(where: { $0.1.count == 1 }) { return text(first) }
    skipBlanks()
    let seconds = possible.compactMap(\.1.last)
    for second in seconds where takeWord(second) { return text(first) + " " + second }
    if let unfinished = possible.lazy.compactMap(\.0.unfinished).first {
      throw problem(
        .transitionSyntax, unfinished.message, at: first, hint: unfinished.hint,
        fixes: unfinished.choices.map { fix($0, for: first, isSafe: false) })
    }
    let word = nameRun
    guard !word.isEmpty else { throw expected(listed(seconds)) }
    throw unknown("direction", word, among: seconds)
  }

  private mutating func heading(among parameter: TransitionParameter) throws(ValueProblem) -> Heading {
    guard case .heading(let headings) = parameter else { throw expected() }
    let words = headings.map(\.rawValue)
    let first = nameRun
    guard !first.isEmpty else { throw expected("a direction: \(listed(words))") }
    position = first.upperBound
    let afterFirst = position
    skipBlanks()
    let second = nameRun
    if !second.isEmpty,
      let corner = headings.first(where: { $0.rawValue == text(first) + " " + text(second) })
    {
      position = second.upperBound
      return corner
    }
    position = afterFirst
    if let heading = headings.first(where: { $0.rawValue == text(first) }) { return heading }
    let meant = ["top": "up", "bottom": "down", "upwards": "up", "downwards": "down"][text(first)]
    throw unknown("direction", first, among: words, meant: meant)
  }

  private mutating func pictureFile(of words: String, upTo fileEnd: Int) throws(ValueProblem) -> String {
    var stop = fileEnd
    while stop > position, peek(stop - 1 - position).map(isBlank) == true { stop -= 1 }
    guard stop > position else { throw expected("the picture file of the \(quoted(words)) transition") }
    let file = text(position..<stop)
    position = stop
    return file
  }
}

extension [String] {
  /// Each element once, in the order of first occurrence.
  fileprivate var unique: [String] {
    var seen = Set<String>()
    return filter { seen.insert($0).inserted }
  }
}
