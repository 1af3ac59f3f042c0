package import Diagnostics
package import SourceText

/// How one kind of value is written in a scalar: its reader, and what messages, the JSON Schema and the
/// reference pages say about it.
package struct ValueGrammar<Value: Hashable & Sendable>: Sendable {
  /// With its article, as in "expected *a duration*".
  package let noun: String
  /// Spellings an author can copy, most usual first.
  package let examples: [String]
  /// The production in `grammar/values.ebnf`.
  package let production: String
  /// A regular expression (ECMA 262, anchored) that every accepted spelling matches, or nil for any text.
  package let pattern: String?
  package let read: @Sendable (ScalarText) -> Result<Value, ValueProblem>

  package init(
    noun: String, examples: [String], production: String, pattern: String?,
    read: @escaping @Sendable (ScalarText) -> Result<Value, ValueProblem>
  ) {
    self.noun = noun
    self.examples = examples
    self.production = production
    self.pattern = pattern
    self.read = read
  }
}

/// The text of a scalar after YAML's quoting is undone, and where each part of it stands in the source.
package struct ScalarText: Sendable {
  package let text: String
  /// The whole scalar in the source, quotes included.
  package let range: SourceRange
  /// Where the text itself begins in the source, or nil where escapes or folding moved its bytes.
  private let start: Int?

  package init(text: String, range: SourceRange, start: Int?) {
    self.text = text
    self.range = range
    self.start = start
  }

  /// The place of some UTF-8 bytes of `text`; the whole scalar where they cannot be told apart.
  package func range(of bytes: Range<Int>) -> SourceRange {
    start.map { SourceRange($0 + bytes.lowerBound, $0 + bytes.upperBound) } ?? range
  }
}

/// Why a scalar is no value of its kind; becomes a diagnostic as it is.
package struct ValueProblem: Error, Hashable, Sendable {
  package var diagnostic: Diagnostic

  package init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
  }
}
