import Basics
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let flashFrame = DiagnosticID(
    "flash-frame", .warning, "An item of a few frames",
    explanation: """
      The item lasts so few frames that it appears as a flash. The usual cause is a cut that is slightly \
      too late. Make the item longer, or remove it.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - clip: beach.mp4
            take: 1s..5s
          - clip: park.mp4
            take: 3.92s..4s
        """,
        media: """
          beach.mp4  video 1280x720 25 12s
          park.mp4   video 1280x720 25 12s
          """,
        gives: ["the clip is shown for only 2 frames (0.08s)"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - clip: beach.mp4
            take: 1s..5s
          - {color: white, for: 2f}
          - clip: park.mp4
            take: 3s..4s
        """,
        media: """
          beach.mp4  video 1280x720 25 12s
          park.mp4   video 1280x720 25 12s
          """),
    ])
}

extension Rule {
  /// Stills and colours of a few frames are usually intended; takes of a few frames are usually leftovers of
  /// a cut.
  static let flashFrame = Rule.film(.flashFrame, reach: .ownSpeed) { film in
    // A film of one frame cannot flash.
    let isAlone = film.film.items.count { $0.list == .timeline } == 1
    let items = film.film.items.compactMap { item -> Diagnostic? in
      guard item.list != .audio, item.hasPicture, let frames = item.frames, let length = item.length
      else { return nil }
      if frames.isEmpty {
        return Diagnostic(
          .flashFrame, "the item is shorter than a frame, so it is never shown", at: item.item.kindRange,
          hint: "make it at least one frame long, or remove it")
      }
      guard case .clip = item.item.kind, !(isAlone && item.list == .timeline),
        isFlash(frames.count, of: 2, lasting: length)
      else { return nil }
      return Diagnostic(
        .flashFrame, "the clip is shown for only \(counted(Int64(frames.count), "frame")) (\(length))",
        at: item.item.take?.range ?? item.item.kindRange, hint: "use more of it, or remove it")
    }
    return items + film.film.transitions.filter { $0.frames?.isEmpty == true }.map(unseen)
  }

  private static func unseen(_ transition: ResolvedTransition) -> Diagnostic {
    Diagnostic(
      .flashFrame, "the transition is shorter than a frame, so it is never shown",
      at: transition.writtenLength?.place,
      hint: "make it at least a few frames long, or remove it")
  }
}

extension ResolvedItem {
  fileprivate var hasPicture: Bool {
    switch item.kind {
    case .gap, .tone, .silence, .transition, .each, .angles, .unsupported: false
    default: true
    }
  }
}
