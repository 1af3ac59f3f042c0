import Basics
import Diagnostics
import YAMLTree

// Invisible characters in keys, names and values. Free text may contain them.

extension Reading {
  /// Reports invisible characters, and returns whether there are any; they then explain any other problem.
  @discardableResult
  func reportInvisible(in text: ScalarText, as word: String, _ severity: Severity) -> Bool {
    let found = misleadingCharacters(in: text.text)
    for character in found {
      let bytes = character.offset..<character.offset + character.scalar.utf8.count
      let range = text.range(of: bytes)
      guard range != text.range, text.range != replacedRange else {
        report(
          Diagnostic(
            .invisibleCharacter, severity: severity, "\(word) contains \(character.description)", at: range))
        return true
      }
      report(.invisible(character, inside: word, from: range.start - character.offset, severity: severity))
    }
    return !found.isEmpty
  }

  /// Reports an unquoted text between a word processor's quotes, which are part of it, as a note.
  func reportTypographicQuotes(around text: ScalarText) {
    guard let quotes = typographicQuotes(around: text) else { return }
    report(
      Diagnostic(
        .lookAlikeCharacter, severity: .note,
        "the quotes `\(quotes.first)` and `\(quotes.last)` are part of the text", at: text.range,
        hint: "YAML uses `\"` and `'` as quotes; to show the curly ones, put those around the whole text",
        fixes: [quotes.fix(in: text, isSafe: false)]))
  }

  /// Reports a word processor's quotes around a value that can be read without them, and returns whether it did.
  func reportTypographicQuotes<Value>(
    insteadOfQuotesIn text: ScalarText, as grammar: ValueGrammar<Value>
  ) -> Bool {
    guard let quotes = typographicQuotes(around: text) else { return false }
    let inner = ScalarText(
      text: quotes.inner, range: text.range, start: nil, getsSuggestions: false, markers: markerNames)
    guard case .success = grammar.read(inner) else { return false }
    report(
      Diagnostic(
        .lookAlikeCharacter, "`\(quotes.first)` and `\(quotes.last)` are not the quotes of YAML",
        at: text.range, hint: "YAML uses `\"` and `'`", fixes: [quotes.fix(in: text, isSafe: true)]))
    return true
  }

  private func typographicQuotes(around text: ScalarText) -> TypographicQuotes? {
    let scalars = text.text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last, scalars.count > 2, !first.isASCII,
      CurlyQuotes.pairs.contains(where: { $0 == (first, last) }), source[text.range] == text.text
    else { return nil }
    let inner = String(String.UnicodeScalarView(scalars.dropFirst().dropLast()))
    return inner.contains("\n") ? nil : TypographicQuotes(first: first, last: last, inner: inner)
  }

  private struct TypographicQuotes {
    let first: Unicode.Scalar
    let last: Unicode.Scalar
    let inner: String

    func fix(in text: ScalarText, isSafe: Bool) -> Diagnostic.Fix {
      let quoted = MappingLayout.quoted(inner)
      return Diagnostic.Fix(
        "write `\(quoted)`", [TextEdit(range: text.range, replacement: quoted)], isSafe: isSafe)
    }
  }

  /// The key without invisible characters, which are reported, if that makes it a key of the language;
  /// otherwise the key as written.
  func visibleKey(_ entry: YAMLEntry, isKnown: (String) -> Bool) -> String {
    guard !entry.key.utf8.allSatisfy({ $0 < 0x80 }) else { return entry.key }
    var shown = entry.key
    shown.unicodeScalars.removeAll { isInvisible($0) || isUnusualBlank($0) }
    guard shown != entry.key, isKnown(shown) else { return entry.key }
    reportInvisible(in: text(ofKey: entry), as: "the key", .error)
    return shown
  }
}

/// The quotes of word processors.
package enum CurlyQuotes {
  package static let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
    ("\u{201C}", "\u{201D}"), ("\u{201D}", "\u{201D}"), ("\u{201E}", "\u{201C}"), ("\u{201E}", "\u{201D}"),
    ("\u{2018}", "\u{2019}"), ("\u{2019}", "\u{2019}"), ("\u{201A}", "\u{2018}"), ("\u{AB}", "\u{BB}"),
    ("\u{BB}", "\u{AB}"),
  ]
}
