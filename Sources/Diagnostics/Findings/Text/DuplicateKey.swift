extension DiagnosticID {
  package static let duplicateKey = DiagnosticID(
    "duplicate-key", .error, "A key appears twice",
    explanation: """
      A mapping contains the same key twice. Many programs silently use the last one and ignore half of \
      what you wrote. Remove one of them, or rename it if you meant another key.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            opacity: 0.5
            take: 2s..5s
            opacity: 1
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["the key `opacity` appears twice in the same mapping"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s..5s
            opacity: 0.5
          - clip: beach.mp4
            take: 5s..8s
            opacity: 1
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
