import Composition
import Diagnostics
import EditScript
import EditTime
import Lowering
import SourceText

extension FilmRules {
  static let readingSpeed = FilmRule(
    .readingSpeed,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - text: All characters in this film are made up
            for: 1s
            width: 80%
        """,
        media: "fonts",
        gives: ["32 letters are seen for 1s, which is too short to read them: 20 a second are a lot"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - text: All characters in this film are made up
            for: 2s
            width: 80%
        """, media: "fonts"),
    ]
  ) { film in
    film.film.items.compactMap { item in
      guard case .text(let words) = item.item.kind, let length = item.length, let known = item.words,
        !known.isCounter
      else { return nil }
      let count = weight(of: known.text.isMarkup ? withoutTags(words.value) : words.value)
      // A word or two are seen at a glance.
      guard count > 12, Double(count) > 20 * length.inSeconds else { return nil }
      return Diagnostic(
        .readingSpeed,
        "\(count) letters are seen for \(length), which is too short to read them: 20 a second are a lot",
        at: item.item.duration?.range ?? item.item.at?.range ?? item.item.kindRange,
        hint: "show them for longer, or write less")
    }
  }

  /// Letters without blanks; those that stand for syllables and words count twice.
  private static func weight(of words: String) -> Int {
    words.reduce(0) { sum, letter in
      guard !letter.isWhitespace, let scalar = letter.unicodeScalars.first else { return sum }
      let isDense = (0x2E80...0xD7FF).contains(scalar.value) || (0x20000...0x3FFFF).contains(scalar.value)
      return sum + (isDense ? 2 : 1)
    }
  }

  private static func withoutTags(_ words: String) -> String {
    var isInTag = false
    return words.filter { character in
      if character == "<" { isInTag = true }
      defer { if character == ">" { isInTag = false } }
      return !isInTag
    }
  }
}
