import Diagnostics
import MediaFacts

extension FilmRules {
  /// Matrix and range are converted; primaries are not. Those of BT.601 are so near that nobody sees it.
  static let colorMixed = FilmRule(
    .colorMixed,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25}
        timeline:
          - clip: beach.mov
          - clip: studio.mov
        """,
        media: """
          beach.mov   video 1920x1080 25 12s
          studio.mov  video 1920x1080 25 12s  color bt2020
          """,
        gives: [
          "'studio.mov' has the primaries of BT.2020 and the film those of BT.709: its colours come out duller"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25}
        timeline:
          - clip: beach.mov
          - clip: dv.avi
            fit: none
        """,
        media: """
          beach.mov  video 1920x1080 25 12s
          dv.avi     video 1024x576 25 12s  color bt601
          """),
    ]
  ) { film in
    film.seenMedia.compactMap { medium in
      guard let name = medium.track.color.primaries.flatMap(nameOfWidePrimaries),
        // Refused already.
        !medium.track.color.isHighDynamicRange
      else { return nil }
      return Diagnostic(
        .colorMixed,
        "'\(medium.file)' has the primaries of \(name) and the film those of BT.709: its colours come out"
          + " duller",
        at: medium.place, hint: "convert the file to BT.709 first where the colours matter")
    }
  }

  /// Primaries that reach clearly further than those of BT.709.
  private static func nameOfWidePrimaries(_ name: String) -> String? {
    switch name {
    case "bt2020": "BT.2020"
    case "smpte431": "DCI-P3"
    case "smpte432": "Display P3"
    default: nil
    }
  }
}
