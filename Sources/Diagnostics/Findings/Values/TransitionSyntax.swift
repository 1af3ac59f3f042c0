extension DiagnosticID {
  package static let transitionSyntax = DiagnosticID(
    "transition-syntax", .error, "Invalid transition syntax",
    explanation: """
      A transition is a kind and a duration: `dissolve 1s`, `wipe left 20f`, `fade through black 1s`. A \
      fade between two items needs a colour, and a wipe a direction. The message names the missing part.
      """,
    needsMedia: false, formerly: ["value-syntax"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: ..6s
          - transition: fade 1s
          - clip: beach.mp4
            take: 6s..
          - transition: dissolve
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "a fade between two items needs a colour, as in `fade through black 1s`",
          "missing duration, as in `dissolve 1s`",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: ..6s
          - transition: fade through black 1s
          - clip: beach.mp4
            take: 6s..
          - transition: dissolve 1s
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
