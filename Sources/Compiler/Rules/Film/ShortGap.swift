import Basics
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let shortGap = DiagnosticID(
    "short-gap", .warning, "A gap of a few frames",
    explanation: """
      The gap between two items lasts only a few frames and appears as a flash of the background. The \
      usual cause is rounded times. Close the gap, or make it longer.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 2s}
          - gap: 3f
          - {color: gold, for: 2s}
        """,
        gives: ["the gap lasts only 3 frames (0.12s): the background flashes between its neighbours"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 2s}
          - gap: 0.4s
          - {color: gold, for: 2s}
        """),
    ])
}

extension Rule {
  /// A gap between two items of the timeline that is too short to be intended, with no overlay on it.
  static let shortGap = Rule.film(.shortGap, reach: .ownSpeedAndBare) { film in
    let items = film.film.items.filter { $0.list == .timeline }
    var overlays: FrameSet?
    return items.indices.compactMap { index in
      // The first gap of several in a row; one at either end of the timeline is a beginning or an end.
      guard items[index].isGap, !items[index].hasTransition, index > 0, !items[index - 1].isGap,
        let next = items[index...].firstIndex(where: { !$0.isGap }),
        let start = items[index].timelineRange?.start, let end = items[next].timelineRange?.start,
        let length = try? end - start, let rate = film.film.rate,
        let frames = TimeRange(start: start, end: end).flatMap({ rate.frames(of: $0) }),
        isFlash(frames.count, of: 3, lasting: length)
      else { return nil }
      let above = overlays ?? FrameSet(film.film.items.filter { $0.list == .overlays }.compactMap(\.frames))
      overlays = above
      return above.overlaps(frames) ? nil : finding(items[index], frames.count, length)
    }
  }

  private static func finding(_ gap: ResolvedItem, _ count: Int, _ length: RationalTime) -> Diagnostic {
    Diagnostic(
      .shortGap,
      count == 0
        ? "the gap of \(length) is shorter than a frame, so it is never shown"
        : "the gap lasts only \(counted(Int64(count), "frame")) (\(length)): the background flashes between"
          + " its neighbours",
      at: gap.item.kindRange, hint: "remove the gap, or make it long enough to be seen")
  }
}

/// Whether a length is so short that a viewer takes it for a mistake: a few frames, and less than 0.2 s,
/// because a film with one frame per second has no flashes.
func isFlash(_ count: Int, of most: Int, lasting length: RationalTime) -> Bool {
  guard count <= most, let limit = RationalTime(1, 5) else { return false }
  return length < limit
}

extension ResolvedItem {
  fileprivate var isGap: Bool {
    if case .gap = item.kind { true } else { false }
  }
}
