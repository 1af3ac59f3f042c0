extension DiagnosticID {
  package static let partOutsideFilm = DiagnosticID(
    "part-outside-film", .error, "The time is outside the film",
    explanation: """
      The `range` of an output starts before the film or ends after it, or the time of its `still` or \
      `cover` is outside the film. The message gives the length of the film. Write a range or a time \
      inside it; `2s..` extends to the end.
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
        gives: ["the part from 8s to 20s extends beyond the film"]),
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
