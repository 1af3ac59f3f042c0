extension DiagnosticID {
  package static let emptyRange = DiagnosticID(
    "empty-range", .error, "A range without any time",
    explanation: """
      The range begins and ends at the same moment, so nothing would be seen or heard. The end of a range is \
      not included, so that ranges can follow each other. Write a later end, or remove the item.
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
