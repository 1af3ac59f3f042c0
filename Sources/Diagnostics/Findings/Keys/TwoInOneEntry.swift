extension DiagnosticID {
  package static let twoInOneEntry = DiagnosticID(
    "two-in-one-entry", .error, "Two things in one entry",
    explanation: """
      Each entry of the timeline, the overlays or the audio is one item, and each entry of `filters` is \
      one filter. editc does not choose between two. Write an entry for each, or remove one.
      """,
    needsMedia: false, formerly: ["conflicting-keys"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            image: map.png
          - clip: beach.mp4
            filters: [{sepia: 0.5, blur: 4px}]
        """,
        media: """
          beach.mp4  video 1920x1080 30 12s  audio 48000 stereo
          map.png    still 1920x1080
          """,
        gives: [
          "an item has one kind, but this one is a clip and an image",
          "`sepia` and `blur` are in the same entry",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
          - image: map.png
            for: 3s
          - clip: beach.mp4
            filters: [{sepia: 0.5}, {blur: 4px}]
        """,
        media: """
          beach.mp4  video 1920x1080 30 12s  audio 48000 stereo
          map.png    still 1920x1080
          """),
    ])
}
