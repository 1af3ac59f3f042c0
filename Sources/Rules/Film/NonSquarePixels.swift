package import Diagnostics
import MediaFacts

extension DiagnosticID {
  package static let nonSquarePixels = DiagnosticID(
    "non-square-pixels", .information, "The pixels are not square",
    explanation: """
      The file says that its pixels are wider or narrower than tall, as in DV and DVD video. editc \
      stretches the picture to its display size before anything else.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 768x576, rate: 25}
        timeline:
          - clip: dv.avi
        """,
        media: "dv.avi  video 720x576 25 9s  pixels 16:15  color bt601",
        gives: ["the pixels of 'dv.avi' are 16:15 and not square: 720x576 of them are shown as 768x576"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 768x576, rate: 25}
        timeline:
          - clip: dv.avi
        """,
        media: "dv.avi  video 768x576 25 9s  color bt601"),
    ])
}

extension Rule {
  static let nonSquarePixels = Rule.film(.nonSquarePixels, reach: .everywhere, unlessCopied: .pictures) {
    film in
    film.seenMedia.filter { !$0.track.pixelAspect.isSquare }.map { medium in
      let stored = medium.track.storedSize
      let shown = medium.track.pixelAspect.displaySize(of: stored)
      return Diagnostic(
        .nonSquarePixels,
        "the pixels of '\(medium.file)' are \(medium.track.pixelAspect) and not square:"
          + " \(stored) of them are shown as \(shown)",
        at: medium.place,
        hint: "nothing needs to be done: editc stretches the picture before anything else")
    }
  }
}
