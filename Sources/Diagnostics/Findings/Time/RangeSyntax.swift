extension DiagnosticID {
  package static let rangeSyntax = DiagnosticID(
    "range-syntax", .error, "Invalid range syntax",
    explanation: """
      A range has two dots between its ends: `2s..5s`, `2s..`, `..5s`. It can also be `2s for 3s`, `first \
      1s`, `last 1s` or `all`, and limits in checks are ranges without a start: `..60s`. The message shows \
      a valid range.
      """,
    needsMedia: false, formerly: ["value-syntax"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s-5s
          - clip: beach.mp4
            take: 2s to 5s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "`2s-5s` is a single time, expected a range of the media such as `2s..5s`",
          "expected two dots in a range, found `to`",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s..5s
          - clip: beach.mp4
            take: 2s for 3s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
