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
    let scalars = text.text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last, scalars.count > 2, !first.isASCII,
      Self.typographicQuotes.contains(where: { $0 == (first, last) }), source[text.range] == text.text
    else { return }
    let inner = String(String.UnicodeScalarView(scalars.dropFirst().dropLast()))
    guard !inner.contains("\n") else { return }
    let quoted = MappingLayout.quoted(inner)
    report(
      Diagnostic(
        .lookAlikeCharacter, severity: .note,
        "the quotes `\(first)` and `\(last)` are part of the text", at: text.range,
        hint: "YAML uses `\"` and `'` as quotes; to show the curly ones, put those around the whole text",
        fixes: [
          Diagnostic.Fix(
            "write `\(quoted)`", [TextEdit(range: text.range, replacement: quoted)], isSafe: false)
        ]))
  }

  private static let typographicQuotes: [(Unicode.Scalar, Unicode.Scalar)] = [
    ("\u{201C}", "\u{201D}"), ("\u{201D}", "\u{201D}"), ("\u{201E}", "\u{201C}"), ("\u{201E}", "\u{201D}"),
    ("\u{2018}", "\u{2019}"), ("\u{2019}", "\u{2019}"), ("\u{201A}", "\u{2018}"), ("\u{AB}", "\u{BB}"),
    ("\u{BB}", "\u{AB}"),
  ]

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
