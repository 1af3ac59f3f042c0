import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let smallText = DiagnosticID(
    "small-text", .note, "Text too small for its screen",
    explanation: """
      The preset of the output is for phones or for television, and the letters are smaller than people can \
      read with ease there. Capital letters should span at least 16 minutes of arc (ISO 9241-303). That is \
      3.7 % of the shorter side of the picture on a phone that is 65 mm wide and 36 cm away, and 2 % of the height \
      on a television that is three picture heights away. Weights below `regular` need half as much again, because \
      their strokes get lost. The rule checks text that does not move or change its size.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1080x1920, rate: 30}
        timeline:
          - {color: navy, for: 4s}
        overlays:
          - {text: Somewhere, size: 24px}
        outputs:
          - {file: clip.mp4, preset: tiktok}
        """,
        media: "fonts",
        gives: ["letters of 24 pixels are hard to read on a phone: they need at least 40"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1080x1920, rate: 30}
        timeline:
          - {color: navy, for: 4s}
        overlays:
          - {text: Somewhere, size: 50px, weight: light}
        outputs:
          - {file: clip.mp4, preset: tiktok}
        """,
        media: "fonts",
        gives: ["letters of 50 pixels with the weight 300 are hard to read on a phone: they need at least 60"]
      ),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1080x1920, rate: 30}
        timeline:
          - {color: navy, for: 4s}
        overlays:
          - {text: Somewhere, size: 50px}
        outputs:
          - {file: clip.mp4, preset: tiktok}
        """, media: "fonts"),
    ])
}

extension Rule {
  static let smallText = Rule.film(.smallText, reach: .ownSize) { film in
    guard let canvas = film.film.canvas,
      let preset = film.film.output?.preset.flatMap({ OutputPreset(rawValue: $0.value) }),
      let screen = preset.declaration.screen
    else { return [] }
    let least = screen.leastText(on: canvas.size)
    return film.film.items.compactMap { item in
      guard let words = item.words, words.facts.ink != nil, !words.text.isMarkup, words.text.fit == nil,
        item.stillPlaceOfWords != nil
      else { return nil }
      let isThin = words.text.weight < 400
      let needed = (isThin ? least * 1.5 : least).rounded(.up)
      guard words.text.size < needed else { return nil }
      let weight = isThin ? " with the weight \(words.text.weight)" : ""
      return Diagnostic(
        .smallText,
        "letters of \(Int(words.text.size.rounded(.down))) pixels\(weight) are hard to read on \(screen.words): they need at"
          + " least \(Int(needed))",
        at: item.item.style?.size?.range ?? item.item.kindRange,
        hint: isThin
          ? "write `size: \(Int(needed))px`, or `weight: regular`"
          : "write `size: \(Int(needed))px`, or a shorter text")
    }
  }
}

extension Screen {
  fileprivate var words: String {
    switch self {
    case .phone: "a phone"
    case .television: "a television"
    }
  }
}
