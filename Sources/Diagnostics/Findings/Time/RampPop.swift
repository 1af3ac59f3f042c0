extension DiagnosticID {
  package static let rampPop = DiagnosticID(
    "ramp-pop", .warning, "A jump between two ramps",
    explanation: """
      One ramp ends at another value than the next one begins with, so the picture or the sound jumps at \
      that moment. That usually looks like a blink or sounds like a click. Let the next ramp begin where \
      the last one ended, or use `hold` where the jump is meant.
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
        gives: ["the value jumps from 0.8 to 1 at 4s"]),
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
