import Diagnostics
import MediaFacts

extension FilmRules {
  static let interlacedMedia = FilmRule(
    .interlacedMedia,
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
          "'tape.mov' is interlaced, and editc does not deinterlace yet: both fields of a frame are shown woven"
            + " together, with combs where something moves"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25}
        timeline:
          - clip: beach.mov
        """,
        media: "beach.mov  video 1920x1080 25 12s"),
    ]
  ) { film in
    film.seenMedia.filter { $0.track.fieldOrder != .progressive && !$0.track.isStill }.map { medium in
      Diagnostic(
        .interlacedMedia,
        "'\(medium.file)' is interlaced, and editc does not deinterlace yet:"
          + " both fields of a frame are shown woven together, with combs where something moves",
        at: medium.place, hint: "deinterlace the file with another tool first if the combs disturb")
    }
  }
}
