package import Composition

// How letters look, as written.

/// The style of a `text`, a `counter` or `credits`.
package struct WordsStyle: Hashable, Sendable {
  /// A family, several separated by commas, or a font file.
  package var font: Located<String>?
  package var size: Located<LetterSize>?
  /// The largest number of lines of a fitted size.
  package var lines: Located<Int>?
  package var weight: Located<FontWeight>?
  package var color: Located<Animated<Color>>?
  package var alignment: Located<TextAlignment>?
  package var lineHeight: Located<Double>?
  package var tracking: Located<TrackingValue>?
  package var features: Located<FontFeatures>?
  package var stroke: Located<Animated<StrokeValue>>?
  package var shadow: Located<ShadowSettings>?
  package var box: Located<BoxSettings>?
  package var animation: Located<TextAnimation>?
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

/// The size of letters: `6%`, a ramp, or the largest one in a range that fits.
package enum LetterSize: Hashable, Sendable {
  case written(Animated<Length>)
  case fitted(least: Length, most: Length)

  /// Nil for a fitted size.
  package var written: Animated<Length>? {
    if case .written(let value) = self { value } else { nil }
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

/// The space between text and the edges of its box: `8px`, or `1vmin 1.8vmin` for above and below, and the sides.
package struct PaddingValue: Hashable, Sendable {
  package let vertical: Length
  package let horizontal: Length

  package init(vertical: Length, horizontal: Length) {
    self.vertical = vertical
    self.horizontal = horizontal
  }
}

/// The space between letters: a length, or a share of the font size.
package struct TrackingValue: Hashable, Sendable {
  package let amount: Length

  package init(_ amount: Length) {
    self.amount = amount
  }
}

/// OpenType features of a font: `tnum`, or `liga=0` to switch one off.
package struct FontFeatures: Hashable, Sendable {
  package let list: [String]

  package init(_ list: [String]) {
    self.list = list
  }
}

/// `{color: navy, padding: 8px}`
package struct BoxSettings: Hashable, Sendable {
  package var color: Located<Animated<Color>>?
  package var padding: Located<Animated<PaddingValue>>?
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

extension PaddingValue: CanonicalValue {
  package var canonicalText: String {
    vertical.canonicalText + (horizontal == vertical ? "" : " " + horizontal.canonicalText)
  }
}

extension LetterSize: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .written(let value): value.canonicalText
    case .fitted(let least, let most): "\(least.canonicalText)..\(most.canonicalText)"
    }
  }

  package var dumpLines: [String] { written?.dumpLines ?? [canonicalText] }
}

extension TrackingValue: CanonicalValue {
  package var canonicalText: String { amount.canonicalText }
}

extension FontFeatures: CanonicalValue {
  package var canonicalText: String { list.joined(separator: ", ") }
}

extension BoxSettings: CanonicalValue {
  package var canonicalText: String { BoxKeys.fields.flowText(of: self) }
}

extension ShadowSettings: CanonicalValue {
  package var canonicalText: String { ShadowKeys.fields.flowText(of: self) }
}
