import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let neverVisible = DiagnosticID(
    "never-visible", .warning, "The item is never seen",
    explanation: """
      The item takes up time but is never visible: it is covered, fully transparent, or outside the \
      canvas. Move it, uncover it, or remove it.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - {color: navy, for: 10s}
        overlays:
          - image: logo.png
            place: 1400px, 100px
            width: 10%
          - color: gold
            opacity: 0
          - color: teal
            at: 2s..4s
            width: 100px
            height: 100px
          - color: black
            at: 1s..5s
        """,
        media: "logo.png  still 640x160",
        gives: [
          "the picture is outside the canvas: 128x32 at 1336,84",
          "the item is transparent for its whole duration",
          "the item is hidden: another item covers it for its whole duration",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - {color: navy, for: 10s}
        overlays:
          - image: logo.png
            place: top right
            width: 10%
          - color: gold
            opacity: 0 -> 0.5
          - color: teal
            at: 2s..5.5s
            width: 100px
            height: 100px
          - color: black
            at: 1s..5s
        """,
        media: "logo.png  still 640x160"),
    ])
}

extension Rule {
  /// An item with sound is useful without its picture, and a colour of the timeline can serve for its length.
  static let neverVisible = Rule.film(.neverVisible, reach: .everywhere) { film in
    guard let canvas = film.film.canvas else { return [] }
    let whole = PixelBox(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height)
    var coverage = Coverage(canvas: canvas.size)
    var findings: [Diagnostic] = []
    // From the top down, because upper items determine what is visible below.
    for (index, item) in film.film.items.enumerated().reversed() {
      guard let picture = item.picture, !picture.visibleBox.isEmpty else { continue }
      if picture.visibleBox.intersection(whole).isEmpty {
        findings.append(outside(item, picture.visibleBox, canvas))
      } else if let transparent = transparent(item, picture) {
        findings.append(transparent)
      } else if let empty = emptyPicture(of: item) {
        findings.append(empty)
      } else if let frames = item.frames {
        // A transition may move the picture over the whole canvas.
        let box = item.hasTransition ? whole : picture.visibleBox
        if item.isThereToBeSeen, let cover = coverage.cover(of: box, in: frames) {
          findings.append(covered(item, by: cover.item.map { film.film.items[$0] }, alone: cover.isAlone))
        }
        // Items of the timeline do not overlap.
        guard item.list == .overlays else { continue }
        coverage.add(item: index, box: picture.visibleBox, opaqueFrames: film.opaqueFrames(of: item))
      }
    }
    return findings.reversed()
  }

  private static func outside(
    _ item: ResolvedItem, _ box: PixelBox, _ canvas: ResolvedCanvas
  ) -> Diagnostic {
    Diagnostic(
      .neverVisible, "the picture is outside the canvas: \(box)", at: item.item.placeRange,
      hint: "the canvas is \(canvas.size), counted from its top left corner")
  }

  private static func transparent(_ item: ResolvedItem, _ picture: ResolvedPicture) -> Diagnostic? {
    let gap = "use a `gap` to show the background"
    if case .color(let color) = picture.content, color.alpha == 0, picture.changes == nil {
      return Diagnostic(
        .neverVisible, "the colour is transparent", at: item.item.kindRange,
        hint: item.list == .timeline ? gap : "choose a visible colour, or remove the item")
    }
    guard picture.opacity?.constantValue == 0, !item.isHeard else { return nil }
    return Diagnostic(
      .neverVisible, "the item is transparent for its whole duration", at: item.item.opacity?.range,
      hint: "raise its opacity above 0, or " + (item.list == .timeline ? gap : "remove the item"))
  }

  /// An item whose shape or mask contains no point.
  private static func emptyPicture(of item: ResolvedItem) -> Diagnostic? {
    let line = "all corners of the polygon are on one line, so it has no area"
    let item = item.item
    if case .shape(let shape) = item.kind, case .polygon(let polygon) = shape.value, polygon.hasNoArea,
      item.stroke == nil
    {
      return Diagnostic(
        .neverVisible, line, at: shape.range, hint: "move a corner off the line, or write a `stroke`")
    }
    guard let mask = item.mask, !mask.value.isInverted else { return nil }
    switch mask.value.source {
    case .shape(.polygon(let polygon)) where polygon.hasNoArea:
      return Diagnostic(
        .neverVisible, "the mask hides the whole item: \(line)", at: mask.range,
        hint: "move a corner off the line")
    case .text(let text) where text.words.value.allSatisfy(\.isWhitespace):
      return Diagnostic(
        .neverVisible, "the mask hides the whole item: its text is empty", at: text.words.range,
        hint: "write the text of the mask, or leave the item out with `when`")
    default: return nil
    }
  }

  private static func covered(
    _ item: ResolvedItem, by other: ResolvedItem?, alone: Bool
  ) -> Diagnostic {
    Diagnostic(
      .neverVisible,
      "the item is hidden: \(alone ? "another item covers" : "other items cover") it"
        + " for its whole duration",
      at: item.item.kindRange,
      notes: other.map {
        [Diagnostic.Note(alone ? "the item that covers it" : "one of them", at: $0.item.kindRange)]
      } ?? [],
      hint: "remove the item, or uncover it")
  }
}

extension PolygonValue {
  /// Whether all corners are on one line.
  fileprivate var hasNoArea: Bool {
    guard let first = points.first else { return true }
    // The corner that is farthest from the first one gives the direction.
    let ways = points.map { (x: $0.x - first.x, y: $0.y - first.y) }
    guard let far = ways.max(by: { abs($0.x) + abs($0.y) < abs($1.x) + abs($1.y) }) else { return true }
    return ways.allSatisfy { abs($0.x * far.y - $0.y * far.x) < 1e-9 }
  }
}

extension ResolvedItem {
  /// Whether only the picture of the item is of use.
  fileprivate var isThereToBeSeen: Bool {
    switch item.kind {
    case .clip, .image, .sequence, .edit: !isHeard
    case .gap, .tone, .silence, .transition, .each, .angles, .unsupported: false
    default: list != .timeline
    }
  }
}
