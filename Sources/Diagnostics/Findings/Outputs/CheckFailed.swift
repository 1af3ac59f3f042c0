extension DiagnosticID {
  package static let checkFailed = DiagnosticID(
    "check-failed", .error, "A check is not true",
    explanation: """
      A statement under `checks` does not hold for this film. The message shows what was demanded and \
      what was found. Change the edit until it holds, or the check when it asks too much.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080}
        timeline:
          - {color: navy, for: 12s}
        checks:
          duration: ..10s
          size: 1280x720
        """,
        gives: [
          "the film lasts 12s, longer than 10s",
          "the film is 1920x1080, not 1280x720",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080}
        timeline:
          - {color: navy, for: 10s}
        checks:
          duration: ..10s
          size: 1920x1080
        """),
    ])
}
