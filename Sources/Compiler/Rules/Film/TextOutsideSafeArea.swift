import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let textOutsideSafeArea = DiagnosticID(
    "text-outside-safe-area", .warning, "Text outside the safe area",
    explanation: """
      The text extends into the outer 5 % of the canvas, which televisions may crop and players may cover \
      with controls. Add a `margin` to its place. EBU R 95 and SMPTE ST 2046-1 call the inner area \
      title-safe. In a vertical output with a preset such as `instagram-1080x1920`, the edges count that the \
      platform covers with its own controls.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        overlays:
          - text: Somewhere
            place: bottom left, margin 8px
        """,
        media: "fonts",
        gives: ["the text is in the outer 5 % of the canvas: 8 pixels from its lower edge"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1080x1920, rate: 30}
        timeline:
          - {color: navy, for: 4s}
        overlays:
          - text: Somewhere
            place: bottom, margin 25%
        outputs:
          - {file: reel.mp4, preset: instagram-1080x1920}
        """,
        media: "fonts",
        gives: [
          "the text is in the outer 35 % of the canvas: 480 pixels from its lower edge; the caption and the buttons cover it"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        overlays:
          - text: Somewhere
            place: bottom left, margin 5%
        """, media: "fonts"),
    ])
}

extension Rule {
  /// Text that does not move, is on the canvas, and is too close to its edge.
  static let textOutsideSafeArea = Rule.film(.textOutsideSafeArea, reach: .ownSize) { film in
    guard let canvas = film.film.canvas else { return [] }
    let (width, height) = (canvas.size.width, canvas.size.height)
    let whole = PixelBox(x: 0, y: 0, width: width, height: height)
    return film.film.items.compactMap { item in
      guard let words = item.words, let ink = words.facts.ink, let place = item.stillPlaceOfWords else {
        return nil
      }
      let box = ink.moved(by: place)
      guard whole.holds(box) else { return nil }
      let distances = [
        ("upper", box.y, height), ("right", width - box.x - box.width, width),
        ("lower", height - box.y - box.height, height), ("left", box.x, width),
      ]
      // One more pixel may be due to rounding.
      let close = zip(distances, covered(of: film, isTall: width < height)).first { distance, covered in
        (distance.1 + 1) * 100 < distance.2 * covered.percent
      }
      guard let ((edge, pixels, _), (percent, cover)) = close else { return nil }
      return Diagnostic(
        .textOutsideSafeArea,
        "the text is in the outer \(percent) % of the canvas: \(pixels) pixels from its \(edge) edge"
          + (cover.map { "; \($0)" } ?? ""),
        at: item.item.placeRange, hint: "move it inwards, for example with `margin \(percent)%`")
    }
  }

  /// The share of each edge that is not safe, in the order of CSS, and what covers it.
  private static func covered(of film: CheckedFilm, isTall: Bool) -> [(percent: Int, cover: String?)] {
    let preset = film.film.output?.preset.flatMap { OutputPreset(rawValue: $0.value) }
    guard isTall, let edges = preset?.declaration.covered else { return Array(repeating: (5, nil), count: 4) }
    return [edges.upper, edges.right, edges.lower, edges.left].map { ($0.percent, $0.cover) }
  }
}
