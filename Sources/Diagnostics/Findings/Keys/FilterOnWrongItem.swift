extension DiagnosticID {
  package static let filterOnWrongItem = DiagnosticID(
    "filter-on-wrong-item", .error, "The filter does not apply here",
    explanation: """
      Picture filters need a visible item, and audio filters an audible one. On any other item the filter \
      would do nothing. Remove it, or move it to the intended item.
      """,
    needsMedia: false, formerly: ["conflicting-keys"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        audio:
          - clip: song.m4a
            filters: [sepia]
        """,
        media: """
          beach.mp4  video 1920x1080 30 12s  audio 48000 stereo
          song.m4a   audio 48000 stereo 12s
          """,
        gives: ["`sepia` changes pictures, and this item has none"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            filters: [sepia]
        audio:
          - clip: song.m4a
        """,
        media: """
          beach.mp4  video 1920x1080 30 12s  audio 48000 stereo
          song.m4a   audio 48000 stereo 12s
          """),
    ])
}
