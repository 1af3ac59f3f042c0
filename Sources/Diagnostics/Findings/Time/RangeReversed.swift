extension DiagnosticID {
  package static let rangeReversed = DiagnosticID(
    "range-reversed", .error, "The end is before the start",
    explanation: """
      The range ends before it starts. Swap the two times; to play media backwards, write `speed: -1x`.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 8s..2s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["the range ends (2s) before it starts (8s)"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s..8s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
