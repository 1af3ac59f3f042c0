extension DiagnosticID {
  package static let notAnimatable = DiagnosticID(
    "not-animatable", .error, "The value cannot be animated",
    explanation: """
      This value is fixed for the whole item, but a ramp or key frames are written. The width of a text \
      determines where its lines wrap, a gradient does not move, and `fit: blur` needs a box of constant \
      size. Write one value, and animate `scale` instead of a size.
      """,
    needsMedia: false, formerly: ["conflicting-keys", "value-syntax"],
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - gradient: red -> blue over first 1s
            for: 3s
        """,
        gives: ["a gradient cannot be animated: write only its colours"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - gradient: red -> blue
            for: 3s
        """),
    ])
}
