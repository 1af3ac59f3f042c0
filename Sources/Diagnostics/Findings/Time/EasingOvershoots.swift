extension DiagnosticID {
  package static let easingOvershoots = DiagnosticID(
    "easing-overshoots", .error, "An easing beyond its limits",
    explanation: """
      `back`, `elastic`, `spring` and some `cubic-bezier` curves go beyond their end value before they settle \
      there, or below their start value. Nothing is more opaque than `opacity: 1`, and no colour is brighter \
      than white, so part of the movement would be missing. Use an easing that stays between the two values, \
      or values that leave it room.
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
            opacity: 0 -> 1 over first 1s ease-out-back
        """,
        gives: ["`ease-out-back` goes beyond 1, which is the limit of `opacity`"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 5s
            opacity: 0 -> 1 over first 1s ease-out
        """),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 5s
            opacity: 20% -> 60% over first 1s ease-out-back
        """),
    ])
}
