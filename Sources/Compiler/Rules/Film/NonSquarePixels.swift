import Composition
package import Diagnostics

extension DiagnosticID {
  package static let nonSquarePixels = DiagnosticID(
    "non-square-pixels", .note, "The pixels are not square",
    explanation: """
      The pixels of the media are not square, as in DV and DVD video. editc first stretches the picture to \
      its display size.
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
        gives: ["the pixels of 'dv.avi' are not square (16:15): 720x576 of them are shown as 768x576"]),
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
        "the pixels of '\(medium.file)' are not square (\(medium.track.pixelAspect)):"
          + " \(stored) of them are shown as \(shown)",
        at: medium.place,
        hint: "no change is needed: editc stretches the picture to its display size")
    }
  }
}
