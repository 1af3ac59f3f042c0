extension DiagnosticID {
  package static let takeOutsideMedia = DiagnosticID(
    "take-outside-media", .error, "The take leaves its media",
    explanation: """
      The take asks for moments before the beginning or after the end of the media. editc does not \
      shorten it, because everything after it would move. The message says by how much, and what the \
      media has. Write an end that exists, or leave it out: `2s..` goes to the end of the media.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s..60s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["the take ends at 60s, 48s past the end of the media"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s..
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        remark: "A take without an end goes to the end of the media."),
    ])
}
