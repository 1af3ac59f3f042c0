import Basics
import Diagnostics

/// Reads the bytes of one scalar from left to right.
///
/// It throws only inside the value grammar: `ValueGrammar.read` returns the problem as a value.
struct ValueScanner {
  let scalar: ScalarText
  /// The value being read, with its article; `example` is one of its spellings.
  let noun: String
  let example: String
  /// The finding for a text of another form.
  let finding: DiagnosticID
  private let bytes: [UInt8]
  /// The end of the last byte that is not blank.
  let end: Int
  var position = 0
  /// Whether a comma separates two values here and is thus no decimal comma.
  var commaSeparates = false

  init(_ scalar: ScalarText, noun: String, example: String, finding: DiagnosticID) {
    self.scalar = scalar
    self.noun = noun
    self.example = example
    self.finding = finding
    bytes = Array(scalar.text.utf8)
    end = (bytes.lastIndex { !isBlank($0) } ?? -1) + 1
  }

  var isAtEnd: Bool { position >= end }
  /// Everything unread, without the blanks around it.
  var rest: Range<Int> {
    var start = position
    while start < end, isBlank(bytes[start]) { start += 1 }
    return start..<end
  }

  func peek(_ distance: Int = 0) -> UInt8? {
    let index = position + distance
    return index >= 0 && index < end ? bytes[index] : nil
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = position
    while let byte = peek(), isBlank(byte) { position += 1 }
    return position > start
  }

  /// Skips blanks, which are required.
  mutating func blanks(before what: String) throws(ValueProblem) {
    guard skipBlanks() || isAtEnd else { throw expected("a space and \(what)") }
  }

  /// Skips the literal if it is next.
  mutating func take(_ literal: String) -> Bool {
    guard isNext(literal) else { return false }
    position += literal.utf8.count
    return true
  }

  func isNext(_ literal: String) -> Bool {
    var index = position
    for byte in literal.utf8 {
      guard index < end, bytes[index] == byte else { return false }
      index += 1
    }
    return true
  }

  /// The bytes from here on that satisfy the condition, without skipping them.
  func run(_ condition: (UInt8) -> Bool) -> Range<Int> {
    var stop = position
    while stop < end, condition(bytes[stop]) { stop += 1 }
    return position..<stop
  }

  /// Skips a word if exactly this word is next; `first.end` is not the word `first`.
  mutating func takeWord(_ word: String) -> Bool {
    let next = nameRun
    guard text(next) == word else { return false }
    if next.upperBound + 1 < end, bytes[next.upperBound] == UInt8(ascii: "."),
      isLetter(bytes[next.upperBound + 1])
    {
      return false
    }
    position = next.upperBound
    return true
  }

  /// A name or keyword from here on: a letter or `_`, then letters, digits, `_` and `-`.
  var nameRun: Range<Int> {
    guard let first = peek(), isLetter(first) || first == UInt8(ascii: "_") else {
      return position..<position
    }
    return run { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
  }

  /// The bytes from here to the next blank.
  var wordRun: Range<Int> { run { !isBlank($0) } }
}

func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
/// Whether the byte is an ASCII letter or beyond ASCII, so that names may be in any language.
func isLetter(_ byte: UInt8) -> Bool {
  (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80
}

// MARK: - Problems

extension ValueScanner {
  func problem(
    _ id: DiagnosticID, _ message: String, at range: Range<Int>, hint: String? = nil,
    fixes: [Diagnostic.Fix?] = []
  ) -> ValueProblem {
    ValueProblem(
      Diagnostic(id, message, at: scalar.range(of: range), hint: hint, fixes: fixes.compactMap { $0 }))
  }

  /// "write `5s`", or "remove `5s`" if the replacement is empty.
  func fix(_ replacement: String, for range: Range<Int>, isSafe: Bool) -> Diagnostic.Fix? {
    scalar.edit(replacing: range, with: replacement).map {
      let title = replacement.isEmpty ? "remove \(quoted(text(range)))" : "write \(quoted(replacement))"
      return Diagnostic.Fix(title, [$0], isSafe: isSafe)
    }
  }

  /// The problem of unexpected text; its finding is the scanner's unless another is given.
  func expected(
    _ what: String? = nil, finding: DiagnosticID? = nil, hint: String? = nil, fixes: [Diagnostic.Fix?] = []
  ) -> ValueProblem {
    let what = what ?? "\(noun) such as \(quoted(example))"
    let finding = finding ?? self.finding
    let rest = rest
    guard !rest.isEmpty else {
      let isEmpty = position == 0 || end == 0
      return problem(
        isEmpty ? .emptyValue : finding,
        "expected \(what), \(isEmpty ? "but there is nothing" : "but the value ends here")",
        at: 0..<max(end, 0),
        hint: hint, fixes: fixes)
    }
    return problem(
      finding, "expected \(what), found \(quoted(text(rest)))", at: rest, hint: hint, fixes: fixes)
  }

  /// The problem of a word that is not allowed, with the probably intended one.
  func unknown(
    _ kind: String, _ range: Range<Int>, among words: [String], meant: String? = nil, hint: String? = nil
  ) -> ValueProblem {
    let word = text(range)
    guard scalar.getsSuggestions || meant != nil else {
      return problem(.unknownValue, "unknown \(kind) \(quoted(word))", at: range, hint: hint)
    }
    let best = meant ?? Suggestion.best(for: word, among: words)
    // The words are listed once: in the hint if they are few, else the best one in the message.
    let list = (2...12).contains(words.count) ? "allowed: \(listed(words))" : nil
    let message =
      "unknown \(kind) \(quoted(word))"
      + (best.map { ", did you mean \(quoted($0))?" }
        ?? (list == nil ? ", expected \(noun) such as \(quoted(example))" : ""))
    let isSafe = best.map { Suggestion.isSameWord($0, word) } ?? false
    return problem(
      .unknownValue, message, at: range,
      hint: hint ?? list,
      fixes: [best.flatMap { fix($0, for: range, isSafe: isSafe) }])
  }

  /// Rejects text after a complete value.
  mutating func finish() throws(ValueProblem) {
    let before = position > 0 ? bytes[position - 1] : 0
    skipBlanks()
    guard !isAtEnd else { return }
    if let problem = decimalComma(after: before) { throw problem }
    throw problem(
      finding, "unexpected \(quoted(text(rest))) after \(noun)", at: rest,
      hint: "write \(noun) like \(quoted(example))")
  }

  /// `2,5s`: a comma in place of the decimal point.
  func decimalComma(after before: UInt8) -> ValueProblem? {
    guard !commaSeparates, isDigit(before), peek() == UInt8(ascii: ","), let next = peek(1), isDigit(next)
    else { return nil }
    // `1,500` can mean a thousand and a half.
    var digits = 0
    while let digit = peek(1 + digits), isDigit(digit) { digits += 1 }
    return problem(
      .numberSyntax, "expected a decimal point, found a comma", at: position..<position + 1,
      fixes: [fix(".", for: position..<position + 1, isSafe: digits != 3)])
  }
}

func quoted(_ text: String) -> String {
  let isLong = text.utf8.count > 60 && text.unicodeScalars.count > 60
  let shown = isLong ? text.prefix(57) + "…" : text[...]
  return "`\(shown)`"
}

/// "`a`, `b` or `c`"
func listed(_ words: [String]) -> String {
  words.map(quoted).sentenceList()
}
