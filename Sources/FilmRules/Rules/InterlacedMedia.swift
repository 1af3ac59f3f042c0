import Diagnostics
import MediaFacts

extension FilmRules {
  static let interlacedMedia = FilmRule(
    .interlacedMedia, reach: .everywhere,
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
          "'tape.mov' is interlaced: a whole picture is made of each half, and shown for half of a frame's time"
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
        "'\(medium.file)' is interlaced: a whole picture is made of each half, and shown for half of a frame's time",
        at: medium.place,
        hint:
          "a film at twice the media's rate shows all of them; `deinterlace: off` shows frames as they are")
    }
  }
}
