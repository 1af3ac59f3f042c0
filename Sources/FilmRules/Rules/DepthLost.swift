import Diagnostics
import MediaFacts

extension FilmRules {
  static let depthLost = FilmRule(
    .depthLost,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25}
        timeline:
          - clip: master.mov
        """,
        media: "master.mov  video 1920x1080 25 12s  depth 10",
        gives: ["'master.mov' has 10 bits a colour channel and the film 8"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25}
        timeline:
          - clip: master.mov
        """,
        media: "master.mov  video 1920x1080 25 12s"),
    ]
  ) { film in
    film.seenMedia.filter { $0.track.bitDepth > filmDepth }.map { medium in
      Diagnostic(
        .depthLost,
        "'\(medium.file)' has \(medium.track.bitDepth) bits a colour channel and the film \(filmDepth)",
        at: medium.place,
        hint: "smooth gradients such as skies may show bands; films of more bits cannot be rendered yet")
    }
  }

  /// What every film has for now.
  private static let filmDepth = 8
}
