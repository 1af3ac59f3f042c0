extension DiagnosticID {
  package static let missingKey = DiagnosticID(
    "missing-key", .error, "A required key is missing",
    explanation: """
      A required key is missing, and no default would suit every film. Add the key named in the message.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
        outputs:
          - preset: web
        """,
        gives: [
          "this item has no duration",
          "an output needs `file`",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 3s
        outputs:
          - file: out/film.mp4
            preset: web
        """),
    ])
}
