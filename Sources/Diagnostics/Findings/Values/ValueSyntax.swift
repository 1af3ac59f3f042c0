extension DiagnosticID {
  package static let valueSyntax = DiagnosticID(
    "value-syntax", .error, "The value cannot be read",
    explanation: """
      The text does not follow the way this kind of value is written. The message says what is expected, \
      with an example to copy; the caret shows where reading stopped.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s-5s
            opacity: 0 to 1
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "`2s-5s` is one moment, expected a range of the media such as `2s..5s`",
          "a ramp is written with `->`, not with `to`",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s..5s
            opacity: 0 -> 1
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
