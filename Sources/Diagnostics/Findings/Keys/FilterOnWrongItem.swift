extension DiagnosticID {
  package static let filterOnWrongItem = DiagnosticID(
    "filter-on-wrong-item", .error, "The filter does not fit here",
    explanation: """
      Filters of pictures need an item that is seen, filters of sound an item that is heard. On another item \
      the filter would do nothing. Remove it, or put it on the item that is meant.
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
