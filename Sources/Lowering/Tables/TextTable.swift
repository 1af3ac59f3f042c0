package import Composition

/// The measurements of the texts of a film.
package struct TextTable: Hashable, Sendable {
  package var states: [TextPicture: TextState]

  package init(_ states: [TextPicture: TextState] = [:]) {
    self.states = states
  }

  subscript(text: TextPicture) -> TextState { states[text] ?? .unchecked }
}

/// The result of measuring a text.
package enum TextState: Hashable, Sendable {
  case measured(TextFacts)
  case failed(TextFailure)
  /// The text was not measured: rules that need fonts are not checked, and no film can be resolved.
  case unchecked
}

/// The text of an item with its measurements.
package struct ResolvedWords: Hashable, Sendable {
  package let text: TextPicture
  package let facts: TextFacts
  /// Whether the text is a counter.
  package let isCounter: Bool
  /// Whether it is a role in credits.
  package var isRole = false
}

/// The letters and fonts of drawn subtitles.
package struct SubtitleLetters: Hashable, Sendable {
  /// Their letters by font family, in lower case.
  package let families: [String: Set<Unicode.Scalar>]
  /// The fonts that they name; empty if they embed fonts.
  package let asked: Set<AskedFont>
  /// The font files, as spelled, that the families `family(ofFontFile:)` mean.
  package let fontFiles: [String]

  package init(
    families: [String: Set<Unicode.Scalar>], asked: Set<AskedFont> = [], fontFiles: [String] = []
  ) {
    self.families = families
    self.asked = asked
    self.fontFiles = fontFiles
  }

  /// The family in styles that means a font file, by its number; no font has such a name.
  package static func family(ofFontFile number: Int) -> String { "editc-font-file-\(number + 1)" }

  package init(header: String, events: [SubtitleEvent], fontFiles: [String] = []) {
    self.fontFiles = fontFiles
    let styles = SubStationStyles(header: header)
    let texts = events.lazy.map { (style: $0.event.style, text: $0.event.text) }
    families = styles.charactersByFamily(in: texts)
    asked = styles.hasEmbeddedFonts ? [] : styles.askedFonts(in: texts)
  }
}

/// A font that subtitles name and that is not available as requested.
package enum FontSubstitution: Hashable, Sendable, Codable {
  /// Another family replaces it.
  case family(asked: String, drawn: String)
  /// libass derives the requested form from another one, or draws that one.
  case form(AskedFont, isBold: Bool, isItalic: Bool)

  /// Whether it replaces a requested font.
  func replaces(_ asked: AskedFont) -> Bool {
    switch self {
    case .family(let family, _): asked.family.lowercased() == family.lowercased()
    case .form(let form, _, _):
      asked.family.lowercased() == form.family.lowercased() && asked.isBold == form.isBold
        && asked.isItalic == form.isItalic
    }
  }
}

/// The fonts for subtitles, or why there are none.
package enum SubtitleFontState: Hashable, Sendable {
  /// `missing` contains the letters that no font has, `colored` those that fonts have only as coloured
  /// pictures, which libass does not draw.
  case found(
    SubtitlePicture.Fonts, missing: Set<Unicode.Scalar>, colored: Set<Unicode.Scalar> = [],
    substitutions: [FontSubstitution] = [])
  case failed(SubtitleFontFailure)
}

/// Why a machine cannot draw subtitles.
package enum SubtitleFontFailure: Error, Hashable, Sendable, Codable {
  /// Its fonts cannot be listed.
  case noList
  /// The machine has no fonts.
  case noFonts
  /// A font file cannot be read.
  case unreadable(path: String)
  /// A font file of the script cannot be used, by its number in `SubtitleLetters`.
  case fontFile(Int, TextFailure)
}

/// What lowering needs from fonts, each once.
package struct WantedFonts: Hashable, Sendable {
  package let texts: [TextPicture]
  package let subtitles: [SubtitleLetters]

  package init(texts: [TextPicture] = [], subtitles: [SubtitleLetters] = []) {
    var seenTexts: Set<TextPicture> = []
    var seenSubtitles: Set<SubtitleLetters> = []
    self.texts = texts.filter { seenTexts.insert($0).inserted }
    self.subtitles = subtitles.filter { seenSubtitles.insert($0).inserted }
  }

  package var isEmpty: Bool { texts.isEmpty && subtitles.isEmpty }
}
