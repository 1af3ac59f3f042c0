extension DiagnosticID {
  package static let rampOutsideItem = DiagnosticID(
    "ramp-outside-item", .error, "A ramp outside its item",
    explanation: """
      The ramp covers time in which its item is not shown, so part of the change is never seen. Times in a \
      ramp count from the start of the item, not of the film; `last 1s` counts from the end of the item.
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
            opacity: 0 -> 1 over 0s..5s
        """,
        gives: ["the ramp covers 0s to 5s, but its item lasts only from 0s to 3s"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 3s
            opacity: [0 -> 1 over first 1s, 1 -> 0 over last 1s]
        """),
    ])
}
