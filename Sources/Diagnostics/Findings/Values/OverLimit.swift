extension DiagnosticID {
  package static let overLimit = DiagnosticID(
    "over-limit", .error, "More than the limit",
    explanation: """
      A film, an image sequence, nested sequences, tags, chapters or the distance of key frames are larger \
      or more than editc or the file can hold. `editc limits` lists every limit. Make several films, or \
      write less.
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
        gives: ["the film would last 363600s, but the longest film lasts 360000s"]),
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
