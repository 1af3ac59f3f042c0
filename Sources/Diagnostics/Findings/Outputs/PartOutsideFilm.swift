extension DiagnosticID {
  package static let partOutsideFilm = DiagnosticID(
    "part-outside-film", .error, "The time is outside the film",
    explanation: """
      An output renders a part of the film, and its `range` starts before the film or ends after it. Or it is one \
      picture (`still`), or has a `cover` of a time, before or after the film. The \
      message says how long the film is. Write a range or a time inside of it; `2s..` goes to the end.
      """,
    needsMedia: false, formerly: ["value-out-of-range"],
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 12s
        outputs:
          - file: film.mp4
            range: 8s..20s
        """,
        gives: ["the part from 8s to 20s exceeds the film"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 12s
        metadata: {cover: 13s}
        outputs:
          - file: film.mp4
          - {file: poster.jpg, still: 20s}
        """,
        gives: ["the time 13s is outside the film", "the time 20s is outside the film"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 12s
        outputs:
          - file: film.mp4
            range: 8s..
        """),
    ])
}
