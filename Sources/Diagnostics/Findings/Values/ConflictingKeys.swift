extension DiagnosticID {
  package static let conflictingKeys = DiagnosticID(
    "conflicting-keys", .error, "Keys that exclude each other",
    explanation: """
      Two or more keys were written of which only one can hold, such as two kinds in one item. editc \
      does not choose between them. Keep the one you mean, or make two items of it.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            image: logo.png
        """,
        media: """
          beach.mp4  video 1920x1080 30 12s  audio 48000 stereo
          logo.png   still 640x160
          """,
        gives: ["an item is one thing: this one is a clip and an image"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            at: 2s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["`at` has no place in the timeline, whose items play one after the other"],
        remark: "In the timeline each item begins where the one before it ends."),
      RuleExample(
        """
        edit: 1
        timeline:
          - gap: 2s
          - clip: beach.mp4
        overlays:
          - image: logo.png
            at: 4s
        """,
        media: """
          beach.mp4  video 1920x1080 30 12s  audio 48000 stereo
          logo.png   still 640x160
          """),
    ])
}
