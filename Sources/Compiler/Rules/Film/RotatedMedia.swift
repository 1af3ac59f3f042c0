import Composition
package import Diagnostics

extension DiagnosticID {
  package static let rotatedMedia = DiagnosticID(
    "rotated-media", .note, "The media is stored rotated",
    explanation: """
      The file contains a rotation that players apply, as phones record it. editc applies it first: width, \
      height and crop refer to the upright picture.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1080x1920, rate: 30}
        timeline:
          - clip: phone.mp4
        """,
        media: "phone.mp4  video 1920x1080 30 12s  turned 90",
        gives: ["'phone.mp4' is stored as 1920x1080, rotated 90° clockwise: it is shown as 1080x1920"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1080x1920, rate: 30}
        timeline:
          - clip: phone.mp4
        """,
        media: "phone.mp4  video 1080x1920 30 12s"),
    ])
}

extension Rule {
  static let rotatedMedia = Rule.film(.rotatedMedia, reach: .everywhere, unlessCopied: .pictures) { film in
    film.seenMedia.filter { $0.track.orientation != .upright }.map { medium in
      Diagnostic(
        .rotatedMedia,
        "'\(medium.file)' is stored as \(medium.track.storedSize), \(words(for: medium.track.orientation)):"
          + " it is shown as \(medium.track.displaySize)",
        at: medium.place,
        hint:
          "no change is needed: `width`, `height`, `fit` and `place` refer to the upright picture"
      )
    }
  }

  private static func words(for orientation: PictureOrientation) -> String {
    let turn = orientation.clockwiseTurns == .none ? [] : ["rotated \(orientation.degrees)° clockwise"]
    return ((orientation.isMirrored ? ["mirrored"] : []) + turn).joined(separator: " and ")
  }
}
