import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering
import Subtitles

extension DiagnosticID {
  package static let missingGlyph = DiagnosticID(
    "missing-glyph", .error, "No font has this character",
    explanation: """
      No installed font has a glyph for a character of the text, so an empty box would be drawn. Install a \
      font with the character, or write another character. It is a warning for control characters, which are \
      not drawn, and for burned-in subtitles.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - text: 東京 at night
            for: 3s
        """,
        media: "fonts",
        gives: [
          "no font has a glyph for 東 (U+6771), 京 (U+4EAC)"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - text: "Tokyo: Ελλάδα, Україна & <more>"
            for: 3s
        """, media: "fonts"),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        subtitles:
          - cues: [{at: 1s..3s, text: 東京}]
        """,
        media: "fonts",
        gives: ["no font has a glyph for 東 (U+6771), 京 (U+4EAC)"]),
    ])
}

extension Rule {
  /// Once for each item and each track of subtitles.
  static let missingGlyph = Rule.film(.missingGlyph, reach: .everywhere) { film in
    words(of: film) + film.film.subtitles.flatMap { subtitles($0, film.film.missingLetters) }
  }

  /// Once for each burned-in track; players draw streams with fonts of their own.
  private static func subtitles(
    _ subtitles: ResolvedSubtitles, _ missing: Set<Unicode.Scalar>
  ) -> [Diagnostic] {
    guard !missing.isEmpty, subtitles.track.mode?.value != .stream else { return [] }
    var (seen, found): (Set<Unicode.Scalar>, [UInt32]) = ([], [])
    for cue in subtitles.cues where !cue.shown.isEmpty {
      for letter in cue.cue.text.plain.unicodeScalars
      where missing.contains(letter) && seen.insert(letter).inserted {
        found.append(letter.value)
      }
    }
    guard !found.isEmpty else { return [] }
    return [
      Diagnostic(
        .missingGlyph, severity: .warning,
        "no font has a glyph for \(listed(found, withCharacters: true))", at: subtitles.track.place,
        hint: "install a font that has them")
    ]
  }

  private static func words(of film: CheckedFilm) -> [Diagnostic] {
    film.film.items.flatMap { item -> [Diagnostic] in
      guard let words = item.words else { return [] }
      var findings: [Diagnostic] = []
      if !words.facts.missing.isEmpty {
        findings.append(
          Diagnostic(
            .missingGlyph, "no font has a glyph for \(listed(words.facts.missing, withCharacters: true))",
            at: item.item.kindRange, hint: "install a font that has them, or name one with `font`"))
      }
      if !words.facts.controls.isEmpty {
        findings.append(
          Diagnostic(
            .missingGlyph, severity: .warning,
            "control characters are not drawn:"
              + " \(listed(words.facts.controls, withCharacters: false))",
            at: item.item.kindRange, hint: "remove them"))
      }
      return findings
    }
  }

  private static func listed(_ characters: [UInt32], withCharacters: Bool) -> String {
    let most = 8
    let names = characters.prefix(most).map { character -> String in
      let digits = String(character, radix: 16, uppercase: true)
      let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
      guard withCharacters, let scalar = Unicode.Scalar(character) else { return code }
      return "\(scalar) (\(code))"
    }
    return names.joined(separator: ", ")
      + (characters.count > most ? " and \(characters.count - most) more" : "")
  }
}
