extension DiagnosticID {
  package static let emptyRange = DiagnosticID(
    "empty-range", .error, "The range is empty",
    explanation: """
      The range has no duration, so nothing would be shown or heard. The end of a range is exclusive, so \
      that one range can follow another without overlap. Write a later end, or remove the item.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 5s..5s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["the take is empty: it starts and ends at 5s"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 5s for 1f
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        remark: "One frame is the shortest take."),
    ])
}
