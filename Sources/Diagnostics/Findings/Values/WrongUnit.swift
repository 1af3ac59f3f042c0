extension DiagnosticID {
  package static let wrongUnit = DiagnosticID(
    "wrong-unit", .error, "The unit is not valid",
    explanation: """
      This kind of value does not accept the number's unit, or there is a space between the number and its \
      unit. Write one of the units listed in the message directly after the number; factors and frame \
      rates have no unit.
      """,
    needsMedia: false, formerly: ["value-syntax"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            width: 300pt
          - gap: 2 sec
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "unknown unit of length `pt`, expected `px`, `%` or `vmin`",
          "there is a space between a number and its unit: write `2s`",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            width: 300px
          - gap: 2s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
