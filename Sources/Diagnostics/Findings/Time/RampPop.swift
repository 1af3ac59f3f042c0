extension DiagnosticID {
  package static let rampPop = DiagnosticID(
    "ramp-pop", .warning, "A jump between two ramps",
    explanation: """
      A ramp starts at a different value from the one at which the previous ramp ended, so the picture or \
      the sound jumps at that moment. This is usually visible as a flash or audible as a click. Start the \
      next ramp at the last value, or use `hold` if the jump is intended.
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
