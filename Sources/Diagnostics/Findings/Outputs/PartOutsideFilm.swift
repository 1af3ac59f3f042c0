extension DiagnosticID {
  package static let partOutsideFilm = DiagnosticID(
    "part-outside-film", .error, "The range is outside the film",
    explanation: """
      An output renders a part of the film, and its `range` starts before the film or ends after it. The \
      message says how long the film is. Write a range inside of it; `2s..` goes to the end.
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
        outputs:
          - file: film.mp4
            range: 8s..
        """),
    ])
}
