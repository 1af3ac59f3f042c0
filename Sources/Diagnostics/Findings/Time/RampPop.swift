extension DiagnosticID {
  package static let rampPop = DiagnosticID(
    "ramp-pop", .warning, "A jump between two ramps",
    explanation: """
      A ramp starts with another value than the one at which the previous ramp ended, so the picture or the \
      sound jumps at that moment. This usually looks like a flash or sounds like a click. Start the next \
      ramp with the last value, or use `hold` if the jump is intended.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 5s
            opacity: [0 -> 0.8 over first 1s, 1 -> 0 over last 1s]
        """,
        gives: ["the value jumps from `0.8` to `1` at 4s"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 5s
            opacity: [0 -> 0.8 over first 1s, 0.8 -> 0 over last 1s]
        """),
    ])
}
