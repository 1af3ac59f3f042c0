extension DiagnosticID {
  package static let negativeDuration = DiagnosticID(
    "negative-duration", .error, "A duration is negative",
    explanation: """
      A duration cannot be negative, and this one is, as written or as the result of a subtraction. A \
      minus counts from the end only in a point in time, as in `at: -2s` or `take: -3s..`. Remove the \
      minus, or subtract less.
      """,
    needsMedia: false, formerly: ["value-out-of-range"],
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - color: navy
            for: -2s
          - color: teal
            for: 2s - 90f
        """,
        gives: [
          "`-2s` is negative, and a duration cannot be",
          "a length of -1s is negative",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - color: navy
            for: 2s
          - color: teal
            for: 2s - 9f
        """),
    ])
}
