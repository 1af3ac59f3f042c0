extension DiagnosticID {
  package static let bareNumber = DiagnosticID(
    "bare-number", .error, "A number without a unit",
    explanation: """
      A bare number is ambiguous: `5` may be five seconds or five frames, and an opacity of `50` is \
      probably a percentage. editc does not guess. Add the unit: `5s`, `5f` or `50%`; the fixes offer the \
      possible readings.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2.5..10s
            opacity: 50
          - gap: 2
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "`2.5` has no unit, expected `2.5s`",
          "`50` has no unit, expected `50%`",
          "`2` has no unit, expected `2s` or `2f`",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2.5s..10s
            opacity: 50%
          - gap: 2s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
