extension DiagnosticID {
  package static let transitionsOverlap = DiagnosticID(
    "transitions-overlap", .error, "Transitions overlap in an item",
    explanation: """
      The transitions before and after an item are together longer than the item, so they would overlap. \
      Shorten one of them, or use more of the clip.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: ..5s
          - transition: dissolve 1s
          - clip: beach.mp4
            take: 6s..7.5s
          - transition: wipe left 1s
          - clip: beach.mp4
            take: 8s..12s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "the transitions before and after 'clip beach.mp4' need 2s, but it lasts 1.5s: 15 frames are missing"
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: ..5s
          - transition: dissolve 1s
          - clip: beach.mp4
            take: 6s..8s
          - transition: wipe left 1s
          - clip: beach.mp4
            take: 8s..12s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
