import Basics

/// A line of text.
package struct SceneText: Hashable, Sendable {
  /// The point of the text that lies at its x.
  package enum Anchor: String, Hashable, Sendable {
    case start
    case middle
    case end
  }

  package var words: String
  package var x: Double
  /// The y of the line on which letters stand.
  package var baseline: Double
  package var style: SceneTextStyle
  package var color: SceneColor
  package var anchor: Anchor

  package init(
    _ words: String, x: Double, baseline: Double, style: SceneTextStyle, color: SceneColor,
    anchor: Anchor = .start
  ) {
    self.words = words
    self.x = x
    self.baseline = baseline
    self.style = style
    self.color = color
    self.anchor = anchor
  }
}

/// How large and heavy letters are.
package struct SceneTextStyle: Hashable, Sendable {
  /// In pixels.
  package var size: Double
  /// As in CSS.
  package var weight: Int
  /// Nil for the usual family without serifs, which the writer chooses.
  package var family: String?

  package init(size: Double, weight: Int = 400, family: String? = nil) {
    self.size = size
    self.weight = weight
    self.family = family
  }
}

/// Measures the width of text. Widths depend on the font, so the measurement comes from outside.
package struct TextRuler {
  private let measure: (String, SceneTextStyle) -> Double

  package init(_ measure: @escaping (String, SceneTextStyle) -> Double) {
    self.measure = measure
  }

  package func width(_ words: String, _ style: SceneTextStyle) -> Double {
    words.isEmpty ? 0 : measure(words, style)
  }

  /// The text, shortened with an ellipsis if necessary; nil if not even `least` of its letters fit.
  package func fitting(
    _ words: String, _ style: SceneTextStyle, into width: Double, least: Int = 3
  ) -> String? {
    // No drawn line is longer, so the rest need not be measured.
    let letters = Array(words.prefix(400))
    if letters.count == words.count, self.width(words, style) <= width { return words }
    let tooMany = (1..<letters.count + 1).partitioningIndex {
      self.width(shortened(letters, to: $0), style) > width
    }
    return tooMany > least ? shortened(letters, to: tooMany - 1) : nil
  }

  private func shortened(_ letters: [Character], to count: Int) -> String {
    var kept = letters.prefix(count)
    while let last = kept.last, last == " " || last == "," { kept.removeLast() }
    // The mark places the ellipsis after text that is read from right to left.
    let mark = kept.last.map { String($0).hasRightToLeftLetters } == true ? "\u{200F}" : ""
    return String(kept) + "…" + mark
  }
}
