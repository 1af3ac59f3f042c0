import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let missingGlyph = DiagnosticID(
    "missing-glyph", .error, "No font has this character",
    explanation: """
      No installed font has a glyph for a character of the text, so an empty box would be drawn. Install a \
      font with the character, or use another character. It is only a warning for control characters, \
      which are not drawn, and for burned-in subtitles. Subtitles from ASS files cannot show colour emoji.
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
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        subtitles:
          - file: party.ass
        """,
        media: """
          fonts
          party.ass  lines [Script Info] | [Events] | Format: Start, End, Text | \
          Dialogue: 0:00:01.00,0:00:02.00,Good 🎉
          """,
        gives: [
          "ASS subtitles cannot show the colour glyphs that the fonts on this machine have for"
            + " 🎉 (U+1F389) (line 4 of 'party.ass')"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        subtitles:
          - cues: [{at: 1s..2s, text: Good 🎉}]
        """,
        media: "fonts"),
    ])
}

extension Rule {
  /// Once for each item and each subtitle track.
  static let missingGlyph = Rule.film(.missingGlyph, reach: .everywhere) { film in
    words(of: film)
      + film.film.subtitles.flatMap { track -> [Diagnostic] in
        // Players draw subtitle streams with their own fonts.
        guard track.track.mode?.value ?? .burn == .burn else { return [] }
        // Lines of ASS files have their own styles, in which only libass knows the size of a letter.
        let shown = track.format == .subStation && track.track.style == nil ? [] : film.film.picturedLetters
        return [
          finding(
            of: film.film.missingLetters, in: track, "no font has a glyph for",
            "install a font with these characters"
          ),
          finding(
            of: film.film.coloredLetters.subtracting(shown), in: track,
            "ASS subtitles cannot show the colour glyphs that the fonts on this machine have for",
            "remove them, use SRT or WebVTT, or write `mode: stream`"),
        ].compactMap(\.self)
      }
  }

  /// Reported at the first cue that contains one of the letters.
  private static func finding(
    of letters: Set<Unicode.Scalar>, in subtitles: ResolvedSubtitles, _ message: String, _ hint: String
  ) -> Diagnostic? {
    guard !letters.isEmpty else { return nil }
    var (seen, found): (Set<Unicode.Scalar>, [UInt32]) = ([], [])
    var first: ResolvedCue?
    for cue in subtitles.cues where !cue.shown.isEmpty {
      for letter in cue.cue.text.plain.unicodeScalars
      where letters.contains(letter) && seen.insert(letter).inserted {
        found.append(letter.value)
        first = first ?? cue
      }
    }
    guard let first else { return nil }
    let line = first.cue.line > 0 ? " (line \(first.cue.line) of '\(subtitles.label)')" : ""
    return Diagnostic(
      .missingGlyph, severity: .warning, "\(message) \(listed(found, withCharacters: true))\(line)",
      at: first.place, hint: hint)
  }

  private static func words(of film: CheckedFilm) -> [Diagnostic] {
    film.film.items.flatMap { item -> [Diagnostic] in
      let (missing, controls) = (item.distinct(\.missing), item.distinct(\.controls))
      var findings: [Diagnostic] = []
      if !missing.isEmpty {
        findings.append(
          Diagnostic(
            .missingGlyph, "no font has a glyph for \(listed(missing, withCharacters: true))",
            at: item.item.kindRange, hint: "install a font with these characters, or select one with `font`"))
      }
      if !controls.isEmpty {
        findings.append(
          Diagnostic(
            .missingGlyph, severity: .warning,
            "control characters are not drawn:"
              + " \(listed(controls, withCharacters: false))",
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

extension ResolvedItem {
  /// The characters that one of its texts lacks, each once.
  fileprivate func distinct(_ characters: KeyPath<TextFacts, [UInt32]>) -> [UInt32] {
    var seen: Set<UInt32> = []
    return texts.flatMap { $0.facts[keyPath: characters] }.filter { seen.insert($0).inserted }
  }
}
