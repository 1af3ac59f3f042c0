extension DiagnosticID {
  package static let overLimit = DiagnosticID(
    "over-limit", .error, "A limit is exceeded",
    explanation: """
      The length of a film, an image sequence, nested sequences, tags, chapters or the distance between \
      key frames exceeds what editc or the file format supports. `editc limits` lists all limits. Split \
      the film, or reduce the number.
      """,
    needsMedia: false, formerly: ["value-out-of-range"],
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 101h
        """,
        gives: ["the film would last 363600s, but the maximum is 360000s"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 1h
        """),
    ])
}
