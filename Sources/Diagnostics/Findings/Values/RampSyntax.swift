extension DiagnosticID {
  package static let rampSyntax = DiagnosticID(
    "ramp-syntax", .error, "Invalid ramp syntax",
    explanation: """
      A ramp has two or more values with `->` between them, then `over` and a range, then an easing: `1 -> \
      0 over last 1s ease-in`. A gradient has two or more colours with `->` between them. The message names \
      the unexpected part.
      """,
    needsMedia: false, formerly: ["value-syntax"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            opacity: 0 to 1
          - clip: beach.mp4
            opacity: 1 -> 0 ease-in over last 1s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "expected `->` in a ramp, found `to`",
          "the easing belongs at the end, after the range",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            opacity: 0 -> 1
          - clip: beach.mp4
            opacity: 1 -> 0 over last 1s ease-in
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
