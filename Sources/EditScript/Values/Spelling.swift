import Basics

/// How the values of one grammar are spelled.
package struct Spelling: Sendable {
  /// The normal spelling of a text's value, with the author's own units and words; nil if it has no value.
  package let usual: @Sendable (String) -> String?
  /// Whether two texts mean the same value.
  package let isSame: @Sendable (String, String) -> Bool

  /// For texts that are taken literally.
  static let verbatim = Spelling(usual: { $0 }, isSame: { $0 == $1 })
}

extension ValueGrammar {
  /// Normalises blanks, zeros, signs and the case of digits. The author's choices stay: seconds or frames,
  /// percent or a factor, `yes` or `true`, a colour's name or digits.
  @_semantics("optimize.sil.specialize.generic.never")
  package var spelling: Spelling {
    // If any text is allowed, every character counts.
    guard production != "text" else { return .verbatim }
    let rules = SpellingRules(production: production)
    let value: @Sendable (String) -> Value? = { [read] text in
      try? read(ScalarText(text: text, range: SourceRange(0, 0), start: nil)).get()
    }
    return Spelling(
      usual: { text in
        guard let written = value(text) else { return nil }
        let usual = rules.respelled(text)
        guard usual != text else { return text }
        // The rules must neither change the value nor apply a second time.
        return value(usual) == written && rules.respelled(usual) == usual ? usual : text
      },
      isSame: { first, second in
        if first == second { return true }
        guard let first = value(first), let second = value(second) else { return false }
        return first == second
      })
  }
}

/// The rules for the words and signs of one production of `grammar/values.ebnf`.
struct SpellingRules: Sendable {
  /// A word of a list, or letters and digits with a single spelling.
  private let isWord: Bool
  /// Plus and minus signs may be between two amounts.
  private let hasSums: Bool
  /// A name may be a marker that is followed by an offset.
  private let hasMarkers: Bool
  private let hasCross: Bool
  private let isCrop: Bool

  init(production: String) {
    isWord = ["choice", "flag", "name", "usable-name", "sha256"].contains(production)
    hasSums = [
      "duration", "duration-limit", "duration-range", "time", "take-time", "range", "take-range",
      "moment-or-range", "film-time", "film-range", "transition",
    ].contains(production)
    hasMarkers = ["moment-or-range", "film-time", "film-range"].contains(production)
    hasCross = ["size", "canvas-size", "crop"].contains(production)
    isCrop = production == "crop"
  }

  /// The text after applying the rules. The caller must still read it, because rules do not know meaning.
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

  /// The tokens, with numbers in normal form and without redundant plus signs.
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

  /// Signs that always have a blank on both sides, or on neither.
  private static let fixed = [("->", true), ("+-", true), ("..", false)]
}
