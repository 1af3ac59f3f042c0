extension DiagnosticID {
  package static let rampsOverlap = DiagnosticID(
    "ramps-overlap", .error, "Two ramps overlap in time",
    explanation: """
      Two ramps of the same property overlap in time, so its value is ambiguous. End one ramp where the \
      other starts.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 3s
            opacity: [0 -> 1 over first 2s, 1 -> 0 over last 2s]
        """,
        gives: ["the ramp starts at 1s, before the previous one ends at 2s"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 3s
            opacity: [0 -> 1 over first 1s, 1 -> 0 over last 2s]
        """),
    ])
}
