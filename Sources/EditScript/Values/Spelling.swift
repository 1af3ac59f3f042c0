import Basics

/// How the values of one grammar are spelled.
package struct Spelling: Sendable {
  /// The usual spelling of the value that a text says, with the author's own units and words; nil where the text
  /// says no such value.
  package let usual: @Sendable (String) -> String?
  /// Whether two texts say the same value.
  package let isSame: @Sendable (String, String) -> Bool

  /// Of texts that mean exactly what they are.
  static let verbatim = Spelling(usual: { $0 }, isSame: { $0 == $1 })
}

extension ValueGrammar {
  /// Blanks, zeros, signs and the case of digits are brought into one form. What an author chose stays: seconds or
  /// frames, percent or a factor, `yes` or `true`, a name or the digits of a colour.
  @_semantics("optimize.sil.specialize.generic.never")
  package var spelling: Spelling {
    // Where any text is allowed, each character of it counts.
    guard pattern != nil else { return .verbatim }
    let rules = SpellingRules(production: production)
    let value: @Sendable (String) -> Value? = { [read] text in
      try? read(ScalarText(text: text, range: SourceRange(0, 0), start: nil)).get()
    }
    return Spelling(
      usual: { text in
        guard let written = value(text) else { return nil }
        let usual = rules.respelled(text)
        guard usual != text else { return text }
        // Whatever the rules do, the value stays, and there is nothing left for them to do.
        return value(usual) == written && rules.respelled(usual) == usual ? usual : text
      },
      isSame: { first, second in
        if first == second { return true }
        guard let first = value(first), let second = value(second) else { return false }
        return first == second
      })
  }
}

/// The spelling of one production of `grammar/values.ebnf`, as rules about its words and signs.
struct SpellingRules: Sendable {
  /// One of a list of words, or letters and digits without another spelling.
  private let isWord: Bool
  /// Its plus and minus signs can be between two amounts.
  private let hasSums: Bool
  /// A name can be a marker, to which something is added.
  private let hasMarkers: Bool
  private let hasCross: Bool
  private let isCrop: Bool

  init(production: String) {
    isWord = ["choice", "flag", "name", "sha256"].contains(production)
    hasSums = [
      "duration", "duration-limit", "duration-range", "time", "take-time", "range", "take-range",
      "moment-or-range", "film-time", "film-range", "transition",
    ].contains(production)
    hasMarkers = ["moment-or-range", "film-time", "film-range"].contains(production)
    hasCross = ["size", "canvas-size", "crop"].contains(production)
    isCrop = production == "crop"
  }

  /// The text as the rules have it, which a caller still has to read: rules know words, not meaning.
  func respelled(_ text: String) -> String {
    guard !isWord else { return trimmed(text) }
    var result = ""
    var before: SpellingToken?
    var depth = 0
    for token in tokens(of: text) {
      if let before, hasBlank(between: before, and: token, depth: depth) { result += " " }
      result += token.text
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      before = token
    }
    return result
  }

  private func trimmed(_ text: String) -> String {
    let bytes = text.utf8.drop(while: isBlank)
    let count = bytes.reversed().drop(while: isBlank).count
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// The tokens with their numbers in usual form and without idle plus signs.
  private func tokens(of text: String) -> [SpellingToken] {
    var lexer = SpellingLexer(text, hasCross: hasCross)
    var result: [SpellingToken] = []
    var takesSums = hasSums
    while var token = lexer.next() {
      if token.isWord("over") { takesSums = true }
      if token.isSymbol("+") || token.isSymbol("-") {
        let isBetween = takesSums && result.last?.endsAmount(hasMarkers: hasMarkers) == true
        token.kind = isBetween ? .operation : .sign
      }
      if token.kind == .number, result.last?.kind == .sign, result.last?.text == "+" {
        token.hasBlankBefore = result.removeLast().hasBlankBefore
      }
      result.append(token)
    }
    return result
  }

  private func hasBlank(between left: SpellingToken, and right: SpellingToken, depth: Int) -> Bool {
    for (token, hasBlank) in Self.fixed where left.isSymbol(token) || right.isSymbol(token) {
      return hasBlank
    }
    if left.kind == .operation || right.kind == .operation { return true }
    if left.kind == .sign || left.isSymbol("(") || left.isSymbol(".") || left.isSymbol("/") { return false }
    if [",", "(", ")", ".", "/", "%"].contains(where: right.isSymbol) { return false }
    if left.isSymbol(",") { return depth == 0 && !isCrop }
    if hasCross, left.isWord("x") || right.isWord("x") { return false }
    if ["LUFS", "dBTP", "LU"].contains(right.text) { return true }
    return right.hasBlankBefore
  }

  /// Signs with the same room on both sides wherever they stand.
  private static let fixed = [("->", true), ("+-", true), ("..", false)]
}
