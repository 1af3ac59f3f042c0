extension DiagnosticID {
  package static let transitionTooLong = DiagnosticID(
    "transition-too-long", .error, "Transition longer than its neighbour",
    explanation: """
      A transition overlaps both neighbours, and one of them is shorter than the transition. Shorten the \
      transition, or use more of the clip; the message counts the missing frames.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: ..5s
          - transition: dissolve 2s
          - clip: beach.mp4
            take: 8s..9.5s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "the transition needs 2s of 'clip beach.mp4', which lasts 1.5s: 15 frames are missing"
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: ..5s
          - transition: dissolve 1s
          - clip: beach.mp4
            take: 8s..9.5s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
