import Composition
package import Diagnostics

extension DiagnosticID {
  package static let interlacedMedia = DiagnosticID(
    "interlaced-media", .note, "The media is interlaced",
    explanation: """
      Each stored frame of the media contains two fields from different moments, in alternate lines. editc \
      makes a full picture of each field, without combing, and shows it for half of the frame's duration: \
      a film with twice the media's frame rate shows all of them, a film with the same rate the first of \
      each pair. If the file is marked wrongly, write `deinterlace: off` in the entry under `media`.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25}
        timeline:
          - clip: tape.mov
        """,
        media: "tape.mov  video 1920x1080 25 12s  interlaced",
        gives: [
          "'tape.mov' is interlaced: each field becomes a picture, shown for half a frame's duration"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25}
        timeline:
          - clip: beach.mov
        """,
        media: "beach.mov  video 1920x1080 25 12s"),
    ])
}

extension Rule {
  static let interlacedMedia = Rule.film(.interlacedMedia, reach: .everywhere, unlessCopied: .pictures) {
    film in
    film.seenMedia.filter { $0.track.fieldOrder != .progressive && !$0.track.isStill }.map { medium in
      Diagnostic(
        .interlacedMedia,
        "'\(medium.file)' is interlaced: each field becomes a picture, shown for half a frame's duration",
        at: medium.place,
        hint:
          "a film at twice the media's rate shows all of them; `deinterlace: off` shows frames unchanged")
    }
  }
}
