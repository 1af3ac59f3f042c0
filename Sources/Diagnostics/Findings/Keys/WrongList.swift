extension DiagnosticID {
  package static let wrongList = DiagnosticID(
    "wrong-list", .error, "Not allowed in this list",
    explanation: """
      The item or the key belongs in another list. Timeline items play one after the other, so they have \
      no `at`; items under `audio` are only heard, so they have no picture and no picture keys. Move the \
      item to the list named in the message, or remove the key.
      """,
    needsMedia: false, formerly: ["conflicting-keys"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            at: 2s
        audio:
          - image: logo.png
        """,
        media: """
          beach.mp4  video 1920x1080 30 12s  audio 48000 stereo
          logo.png   still 640x160
          """,
        gives: [
          "`at` is not allowed in the timeline, whose items play one after the other",
          "an image is not allowed under `audio`",
        ]),
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
