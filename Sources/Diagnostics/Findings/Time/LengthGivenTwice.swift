extension DiagnosticID {
  package static let lengthGivenTwice = DiagnosticID(
    "length-given-twice", .error, "The length is set twice",
    explanation: """
      Another key already determines the item's length: `at` with a range, `loop` with a count, `speed`, \
      or `silence` with a duration. A `for` beside it could only repeat or contradict that. Remove `for`, \
      or remove the length from the other key.
      """,
    needsMedia: false, formerly: ["conflicting-keys"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            for: 5s
            take: ..2s
            loop: 3
        overlays:
          - image: logo.png
            at: 1s..3s
            for: 2s
        """,
        media: """
          beach.mp4  video 1920x1080 30 12s  audio 48000 stereo
          logo.png   still 640x160
          """,
        gives: [
          "`loop: 3` already sets the length of the item",
          "`at` is a range, which already sets the length",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: ..2s
            loop: 3
        overlays:
          - image: logo.png
            at: 1s..3s
        """,
        media: """
          beach.mp4  video 1920x1080 30 12s  audio 48000 stereo
          logo.png   still 640x160
          """),
    ])
}
