extension DiagnosticID {
  package static let timeOverflow = DiagnosticID(
    "time-overflow", .error, "The time is too large",
    explanation: """
      The result of this calculation does not fit into a fraction of two 64-bit integers, which is how \
      editc stores times. The usual cause is an extra digit. Write the time with fewer digits.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 10s}
        overlays:
          - color: gold
            at: 9000000000000000000s + 1000000000000000000s
            for: 2s
        """,
        gives: ["this time is too long or too precise to be stored exactly"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 10s}
        overlays:
          - color: gold
            at: 1.5s + 10f
            for: 2s
        """),
    ])
}
