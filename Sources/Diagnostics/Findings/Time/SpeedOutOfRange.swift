extension DiagnosticID {
  package static let speedOutOfRange = DiagnosticID(
    "speed-out-of-range", .error, "The speed is out of range",
    explanation: """
      Speeds range from 0.001x to 1000x, forwards or backwards. A speed cannot be zero, and it cannot \
      change direction within an item, because part of the take would play twice. `freeze: TIME` holds one \
      picture; use two items to play in two directions.
      """,
    needsMedia: false, formerly: ["value-out-of-range"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            speed: 0x
          - clip: beach.mp4
            take: 0s..4s
            speed: 1x -> -1x
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "a speed cannot be zero",
          "the speed changes direction, which would play part of the take twice",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            for: 1s
            freeze: 2s
          - clip: beach.mp4
            take: 0s..4s
            speed: 1x -> 2x
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
