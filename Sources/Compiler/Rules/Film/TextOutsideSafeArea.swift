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

      With `checks: {safe-area: title}` it is an error, with `safe-area: action` beyond the outer 3.5 %.
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
            place: bottom left, margin 8px
        checks: {safe-area: action}
        """,
        media: "fonts",
        gives: ["the text is in the outer 3.5 % of the canvas: 8 pixels from its lower edge"]),
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
  /// Text that does not move, is on the canvas, and is too close to its edge; an error where a check asks for it.
  static let textOutsideSafeArea = Rule.film(.textOutsideSafeArea, reach: .ownSize) { film in
    guard let canvas = film.film.canvas else { return [] }
    let (width, height) = (canvas.size.width, canvas.size.height)
    let whole = PixelBox(x: 0, y: 0, width: width, height: height)
    return film.film.items.compactMap { item in
      guard let words = item.words, let ink = words.facts.ink, let place = item.stillPlaceOfWords else {
        return nil
      }
      let box = ink.moved(by: place)
      if !whole.holds(box) {
        // Text beyond the canvas is another rule's, but no check allows it.
        guard film.checks.safeArea != nil, !whole.intersection(box).isEmpty else { return nil }
        return Diagnostic(
          .textOutsideSafeArea, severity: .error, "the text extends beyond the canvas",
          at: item.item.placeRange,
          notes: checkNotes(of: film), hint: "move it inwards, or make it smaller")
      }
      let distances = [
        ("upper", box.y, height), ("right", width - box.x - box.width, width),
        ("lower", height - box.y - box.height, height), ("left", box.x, width),
      ]
      // One more pixel may be due to rounding.
      func finding(_ edges: [Edge], _ severity: Severity?, _ notes: [Diagnostic.Note]) -> Diagnostic? {
        let close = zip(distances, edges).first { distance, unsafe in
          (distance.1 + 1) * 1000 < distance.2 * unsafe.thousandths
        }
        return close.map { distance, unsafe in
          Diagnostic(
            .textOutsideSafeArea, severity: severity,
            "the text is in the outer \(unsafe.percent) % of the canvas: \(distance.1) pixels from its"
              + " \(distance.0) edge" + (unsafe.cover.map { "; \($0)" } ?? ""),
            at: item.item.placeRange, notes: notes,
            hint: "move it inwards, for example with `margin \(unsafe.percent)%`")
        }
      }
      if let check = film.checks.safeArea {
        let edges = Array(repeating: Edge(thousandths: check.value.edge), count: 4)
        if let error = finding(edges, .error, checkNotes(of: film)) { return error }
      }
      return finding(unsafeEdges(of: film, isTall: width < height), nil, [])
    }
  }

  /// The place of the check, if it is in the same script.
  private static func checkNotes(of film: CheckedFilm) -> [Diagnostic.Note] {
    film.film.script.checks.safeArea.map { [Diagnostic.Note.checked(at: $0.range)] } ?? []
  }

  private struct Edge {
    let thousandths: Int
    var cover: String?

    var percent: String {
      thousandths % 10 == 0 ? "\(thousandths / 10)" : "\(thousandths / 10).\(thousandths % 10)"
    }
  }

  /// The share of each edge that is not safe, in the order of CSS, and what covers it.
  private static func unsafeEdges(of film: CheckedFilm, isTall: Bool) -> [Edge] {
    let preset = film.film.output?.preset.flatMap { OutputPreset(rawValue: $0.value) }
    guard isTall, let edges = preset?.declaration.covered else {
      return Array(repeating: Edge(thousandths: SafeArea.title.edge), count: 4)
    }
    return [edges.upper, edges.right, edges.lower, edges.left].map {
      Edge(thousandths: 10 * $0.percent, cover: $0.cover)
    }
  }
}
