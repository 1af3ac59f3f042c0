extension DiagnosticID {
  package static let checkFailed = DiagnosticID(
    "check-failed", .error, "The film fails a check",
    explanation: """
      A condition under `checks` is not met. The message shows the expected and the actual value. Change \
      the edit, or relax the check if it is too strict.
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
