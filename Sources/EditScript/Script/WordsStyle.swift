package import Composition

// How letters look, as written.

/// The style of a `text` or a `counter`.
package struct WordsStyle: Hashable, Sendable {
  /// A family, several separated by commas, or a font file.
  package var font: Located<String>?
  package var size: Located<Animated<Length>>?
  package var weight: Located<FontWeight>?
  package var color: Located<Animated<Color>>?
  package var alignment: Located<TextAlignment>?
  package var lineHeight: Located<Double>?
  package var stroke: Located<Animated<StrokeValue>>?
  package var shadow: Located<ShadowSettings>?
  package var box: Located<BoxSettings>?
  package var animation: Located<WordsAnimation>?
  package var isMarkup: Located<Bool>?

  package init() {}
}

extension WordsStyle {
  /// The font file, relative to the script; nil for a family.
  package var fontFile: Located<String>? { font.flatMap { $0.value.looksLikeFontFile ? $0 : nil } }
}

extension String {
  /// Whether a `font` is a file and not a family.
  package var looksLikeFontFile: Bool {
    [".ttf", ".otf", ".ttc", ".otc"].contains { lowercased().hasSuffix($0) }
  }
}

/// The weights of letters by name.
package enum FontWeight: String, Hashable, Sendable, CaseIterable {
  case thin
  case light
  case regular
  case medium
  case semibold
  case bold
  case black
  case w100 = "100"
  case w200 = "200"
  case w300 = "300"
  case w400 = "400"
  case w500 = "500"
  case w600 = "600"
  case w700 = "700"
  case w800 = "800"
  case w900 = "900"

  /// The weight in OpenType and CSS.
  package var number: Int {
    switch self {
    case .thin: 100
    case .light: 300
    case .regular: 400
    case .medium: 500
    case .semibold: 600
    case .bold: 700
    case .black: 900
    default: Int(rawValue) ?? 400
    }
  }
}

/// How letters appear and disappear.
package enum WordsAnimation: String, Hashable, Sendable, CaseIterable {
  case fade
  case slide
  case typewriter
  case zoom
}

/// What a counter counts.
package enum CounterName: String, Hashable, Sendable, CaseIterable {
  case timecode
  case frames
  case seconds
}

/// `{color: navy, padding: 8px}`
package struct BoxSettings: Hashable, Sendable {
  package var color: Located<Animated<Color>>?
  package var padding: Located<Animated<Length>>?
  package var radius: Located<Animated<Length>>?

  package init() {}
}

/// `black`, or `{color: black, x: 2px, y: 2px, blur: 4px}`
package struct ShadowSettings: Hashable, Sendable {
  package var color: Located<Animated<Color>>?
  package var x: Located<Length>?
  package var y: Located<Length>?
  package var blur: Located<Animated<Length>>?

  package init(color: Located<Animated<Color>>? = nil) {
    self.color = color
  }
}

// MARK: - Canonical texts

extension BoxSettings: CanonicalValue {
  package var canonicalText: String { BoxKeys.fields.flowText(of: self) }
}

extension ShadowSettings: CanonicalValue {
  package var canonicalText: String { ShadowKeys.fields.flowText(of: self) }
}
