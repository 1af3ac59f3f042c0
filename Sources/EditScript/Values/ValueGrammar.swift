package import Basics
package import Diagnostics

/// The syntax of one kind of value in a scalar: its reader, and its description for messages, the JSON Schema
/// and the reference pages.
package struct ValueGrammar<Value: Hashable & Sendable>: Sendable {
  /// With its article, as in "expected *a duration*".
  package let noun: String
  /// Spellings that an author can copy, most usual first.
  package let examples: [String]
  /// The production in `grammar/values.ebnf`.
  package let production: String
  private let makePattern: @Sendable () -> String?
  /// The production of a single value, if values can change over time.
  let plainProduction: String?
  package let read: @Sendable (ScalarText) -> Result<Value, ValueProblem>

  /// A regular expression (ECMA 262, anchored) that every accepted spelling matches; nil for any text.
  package var pattern: String? { makePattern() }

  /// `pattern` is made only for the JSON Schema.
  package init(
    noun: String, examples: [String], production: String,
    pattern: @autoclosure @escaping @Sendable () -> String?, plainProduction: String? = nil,
    read: @escaping @Sendable (ScalarText) -> Result<Value, ValueProblem>
  ) {
    self.noun = noun
    self.examples = examples
    self.production = production
    makePattern = pattern
    self.plainProduction = plainProduction
    self.read = read
  }
}

/// The unquoted text of a scalar, and the place of each part in the source.
package struct ScalarText: Sendable {
  package let text: String
  /// The whole scalar in the source, quotes included.
  package let range: SourceRange
  /// Whether unknown words are compared with known ones, which takes time.
  package let getsSuggestions: Bool
  /// The names of the script's markers; nil if they are unknown and any name may be one.
  package let markers: Set<String>?
  /// Where the text begins in the source; nil if escapes or folding changed its bytes.
  private let start: Int?
  /// The scalar that this text is part of, and the offset in it.
  private let whole: (text: String, range: SourceRange, offset: Int)

  package init(
    text: String, range: SourceRange, start: Int?, getsSuggestions: Bool = true,
    markers: Set<String>? = nil
  ) {
    self.text = text
    self.getsSuggestions = getsSuggestions
    self.markers = markers
    self.range = range
    self.start = start
    whole = (text, range, 0)
  }

  private init(part: Range<Int>, of other: ScalarText) {
    text = String(decoding: other.text.utf8.dropFirst(part.lowerBound).prefix(part.count), as: UTF8.self)
    range = other.range(of: part)
    getsSuggestions = other.getsSuggestions
    markers = other.markers
    start = other.start.map { $0 + part.lowerBound }
    whole = (other.whole.text, other.whole.range, other.whole.offset + part.lowerBound)
  }

  /// The place of some UTF-8 bytes of `text`; the whole scalar if bytes have no place of their own.
  package func range(of bytes: Range<Int>) -> SourceRange {
    start.map { SourceRange($0 + bytes.lowerBound, $0 + bytes.upperBound) } ?? range
  }

  /// Some UTF-8 bytes of `text` as a separate text in the same source.
  package func part(_ bytes: Range<Int>) -> ScalarText {
    let bytes = bytes.clamped(to: 0..<text.utf8.count)
    return ScalarText(part: bytes, of: self)
  }

  /// The edit that replaces some bytes, with quotes around the scalar if YAML needs them.
  ///
  /// Nil if the result needs escapes.
  package func edit(replacing bytes: Range<Int>, with replacement: String) -> TextEdit? {
    let isPlain = start.map { $0 - whole.offset == whole.range.start } ?? false
    let needsQuotes = replacement.utf8.contains { Self.special.contains($0) }
    if start != nil, !(isPlain && needsQuotes) {
      guard !replacement.utf8.contains(where: { $0 == 0x22 || $0 == 0x27 || $0 == 0x5C }) else { return nil }
      return TextEdit(range: range(of: bytes), replacement: replacement)
    }
    let old = Array(whole.text.utf8)
    let new =
      old[..<(whole.offset + bytes.lowerBound)] + Array(replacement.utf8)
      + old[(whole.offset + bytes.upperBound)...]
    guard new.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) else { return nil }
    return TextEdit(range: whole.range, replacement: "\"" + String(decoding: new, as: UTF8.self) + "\"")
  }

  /// Characters that a plain scalar cannot contain everywhere: `,#[]{}`
  private static let special: [UInt8] = [0x2C, 0x23, 0x5B, 0x5D, 0x7B, 0x7D]
}

/// The reason why a scalar is not a value of its kind, as the finding to report.
package struct ValueProblem: Error, Hashable, Sendable {
  package var diagnostic: Diagnostic

  package init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
  }
}
