import Composition
package import Diagnostics

extension DiagnosticID {
  package static let incompleteMedia = DiagnosticID(
    "incomplete-media", .warning, "A media file is incomplete",
    explanation: """
      The probe read the file to its end and found less than the file announces: it was cut short, as by an unfinished \
      download, its header claims more than it holds, a stream has no decoder, or FFmpeg decodes only a part of its \
      sound. The film plays what can be read. Damaged pictures and sound that a film plays are an error of the render: \
      the last packet of a file that is cut short is not whole, so end the take before it. With `on-damage: hold` or \
      `black` in the entry under `media`, a picture and silence take their place, this is only a note, and the \
      render says where.
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
            ? "`on-damage: \(medium.damage.rawValue)` replaces what cannot be decoded; the render says where"
            : "get the whole file, take only what can be read, or say `on-damage: hold` of it under `media`")
      }
    }
  }
}
