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
      title-safe.
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
        gives: ["the text is in the outer 5 % of the canvas: 8 pixels from its left edge"]),
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
  /// Text that does not move, is on the canvas, and is closer to its edge than a twentieth.
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
      let edges = [
        ("left", box.x, width), ("upper", box.y, height), ("right", width - box.x - box.width, width),
        ("lower", height - box.y - box.height, height),
      ]
      // One more pixel may be due to rounding.
      guard let edge = edges.first(where: { ($0.1 + 1) * 20 < $0.2 }) else { return nil }
      return Diagnostic(
        .textOutsideSafeArea,
        "the text is in the outer 5 % of the canvas: \(edge.1) pixels from its \(edge.0) edge",
        at: item.item.placeRange, hint: "move it inwards, for example with `margin 5%`")
    }
  }
}
