extension DiagnosticID {
  package static let wrongUnit = DiagnosticID(
    "wrong-unit", .error, "The unit cannot be read",
    explanation: """
      The number has a unit that this kind of value does not know, or a blank stands between the number and \
      its unit. Write one of the units that the message names, directly behind the number; factors and frame \
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
          "a number and its unit are written without a space: `2s`",
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
