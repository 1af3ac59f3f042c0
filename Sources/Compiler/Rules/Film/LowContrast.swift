import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let lowContrast = DiagnosticID(
    "low-contrast", .warning, "The text has low contrast",
    explanation: """
      The contrast between the text and the colour behind it is below 3:1, which WCAG 2 requires for large \
      letters. The rule checks only text on its own box, on a plain colour or on the canvas. Choose \
      another colour, or add a `stroke` or a `box`.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: white, for: 4s}
        overlays:
          - text: Snow
            color: silver
        """,
        media: "fonts",
        gives: ["the contrast of the text is 1.8:1 against the colour behind it"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: white, for: 4s}
        overlays:
          - text: Snow
            color: silver
            stroke: 2px black
        """, media: "fonts"),
    ])
}

extension Rule {
  /// Text without a stroke, on a plain colour.
  static let lowContrast = Rule.film(.lowContrast, reach: .everywhere) { film in
    film.film.items.enumerated().compactMap { index, item in
      guard let words = item.words, words.facts.ink != nil, words.text.shadow == nil, !words.text.isMarkup,
        words.text.color.alpha == 255, item.picture?.opacity?.constantValue == 1,
        let background = background(of: item, at: index, in: film)
      else { return nil }
      let letters = Luminance(words.text.color)
      var contrast = letters.contrast(to: background)
      if let outline = words.text.outline, outline.width >= 1 {
        contrast = max(contrast, letters.contrast(to: Luminance(outline.color)))
      }
      guard contrast < 3 else { return nil }
      return Diagnostic(
        .lowContrast,
        "the contrast of the text is \(oneDigit(contrast)):1 against the colour behind it",
        at: item.item.style?.color?.range ?? item.item.kindRange,
        hint: "choose another colour, or add a `stroke` or a `box`")
    }
  }

  /// The colour that is certainly behind the whole text for its whole length; nil if there is none.
  private static func background(
    of item: ResolvedItem, at index: Int, in film: CheckedFilm
  ) -> Luminance? {
    if let box = item.words?.text.box { return box.color.alpha == 255 ? Luminance(box.color) : nil }
    guard let canvas = film.film.canvas, let frames = item.frames, let picture = item.picture else {
      return nil
    }
    // Anything can be below a transparent film.
    let ground = canvas.background.alpha == 255 ? Luminance(canvas.background) : nil
    if item.list == .timeline { return item.hasTransition ? nil : ground }
    // The nearest item below at the same time decides, and it must be a single colour.
    for below in film.film.items[..<index].reversed() where below.list != .audio {
      guard let others = below.frames, others.overlaps(frames), let shown = below.picture else { continue }
      guard !shown.visibleBox.intersection(picture.visibleBox).isEmpty else { continue }
      guard case .color(let color) = shown.content, shown.changes == nil,
        others.lowerBound <= frames.lowerBound,
        frames.upperBound <= others.upperBound, shown.visibleBox.holds(picture.visibleBox),
        film.opaqueFrames(of: below).contains(where: { $0.contains(frames) })
      else { return nil }
      return Luminance(color)
    }
    // Nothing is below; this is only certain if every item has its place.
    guard film.film.items.allSatisfy({ $0.frames != nil || $0.list == .audio }) else { return nil }
    return ground
  }

  private static func oneDigit(_ value: Double) -> String {
    let tenths = Int((min(value, 21) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

/// The relative luminance of a colour by WCAG 2.
private struct Luminance {
  let value: Double

  init(_ color: Color) {
    value =
      0.2126 * Self.linear(color.red) + 0.7152 * Self.linear(color.green) + 0.0722 * Self.linear(color.blue)
  }

  func contrast(to other: Luminance) -> Double {
    (max(value, other.value) + 0.05) / (min(value, other.value) + 0.05)
  }

  private static func linear(_ code: UInt8) -> Double {
    let part = Double(code) / 255
    guard part > 0.04045 else { return part / 12.92 }
    let base = (part + 0.055) / 1.055
    return base * base * fifthRoot(base * base)
  }

  /// By Newton's method: the power 2.4 is the square times the fifth root of the square.
  private static func fifthRoot(_ value: Double) -> Double {
    var root = 1.0
    for _ in 0..<40 { root = (4 * root + value / (root * root * root * root)) / 5 }
    return root
  }
}

extension Range<Int64> {
  fileprivate func contains(_ other: Range<Int64>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
