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
