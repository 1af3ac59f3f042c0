extension DiagnosticID {
  package static let missingHandles = DiagnosticID(
    "missing-handles", .error, "Not enough media for handles",
    explanation: """
      With `using: handles` a transition keeps the length of the timeline and plays media outside the \
      takes: half of its duration after the outgoing take and half before the incoming one. The media is \
      too short for that; the message counts the missing frames. Shorten the take or the \
      transition, or write `using: overlap`, which plays only the takes.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 8s..11.8s
          - transition: {kind: dissolve, for: 1s, using: handles}
          - clip: beach.mp4
            take: 2s..5s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "the transition needs 'clip beach.mp4' beyond its take, but after its take there are 0.2s left of the media: 9 frames are missing"
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 8s..11.5s
          - transition: {kind: dissolve, for: 1s, using: handles}
          - clip: beach.mp4
            take: 2s..5s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
