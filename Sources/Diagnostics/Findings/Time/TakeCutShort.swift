extension DiagnosticID {
  package static let takeCutShort = DiagnosticID(
    "take-cut-short", .warning, "The take is cut short",
    explanation: """
      `at` is a range that is shorter than the take, so the end of the take is not played. Write a shorter \
      take if this is intended, or give `at` only a start to play all of it.
      """,
    needsMedia: false, formerly: ["conflicting-keys"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        overlays:
          - clip: beach.mp4
            at: 1s..3s
            take: 0s..5s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["the take lasts 5s, but `at` only 2s: the rest is not played"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        overlays:
          - clip: beach.mp4
            at: 1s..3s
            take: 0s..2s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
