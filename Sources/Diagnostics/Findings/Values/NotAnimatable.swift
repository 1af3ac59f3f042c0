extension DiagnosticID {
  package static let notAnimatable = DiagnosticID(
    "not-animatable", .error, "The value cannot change",
    explanation: """
      The value is one for the whole item, and a ramp or key frames are written. The width of a text decides \
      where its lines wrap, a gradient does not move, and a blurred frame needs a box of one size. Write one \
      value; `scale` can change instead of a size.
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
        gives: ["a gradient cannot change over time: write only its colours"]),
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
