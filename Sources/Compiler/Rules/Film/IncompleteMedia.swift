import Composition
package import Diagnostics

extension DiagnosticID {
  package static let incompleteMedia = DiagnosticID(
    "incomplete-media", .warning, "A media file is incomplete",
    explanation: """
      The file contains less than it announces: it is truncated, for example by an unfinished download, \
      its header claims more than it contains, a stream has no decoder, or FFmpeg decodes only part of its \
      sound. The film plays what can be read. A render fails if the film uses damaged pictures or sound; \
      the last packet of a truncated file is incomplete, so end the take before it. With `on-damage: hold` \
      or `black` in the entry under `media`, a picture and silence replace the damage, this becomes a \
      note, and the render reports where.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - clip: beach.mkv
        """,
        media: "beach.mkv  video 1280x720 25 12s  claims 20s",
        gives: ["'beach.mkv': the header claims 00:00:20.000, the content lasts 00:00:12.000"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - clip: beach.mkv
        """,
        media: "beach.mkv  video 1280x720 25 12s"),
    ])
}

extension Rule {
  static let incompleteMedia = Rule.film(.incompleteMedia, reach: .everywhere) { film in
    film.playedMedia.flatMap { medium in
      medium.remarks.map { remark in
        let replaces = medium.damage != .error
        return Diagnostic(
          .incompleteMedia, severity: replaces ? .note : nil, "'\(medium.file)': \(remark)",
          at: medium.place,
          hint: replaces
            ? "`on-damage: \(medium.damage.rawValue)` replaces damaged parts; the render reports where"
            : "get the complete file, use only its readable part, or write `on-damage: hold` under `media`")
      }
    }
  }
}
