extension DiagnosticID {
  package static let lengthSyntax = DiagnosticID(
    "length-syntax", .error, "Invalid length syntax",
    explanation: """
      Lengths are written `24px`, `12%` or `5vmin`, sizes `1280x720`, points `50%, 20px`; a named place \
      can have a margin: `bottom right, margin 24px`. The message names the expected form and \
      the place where parsing stopped.
      """,
    needsMedia: false, formerly: ["value-syntax"],
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280*720}
        timeline:
          - clip: beach.mp4
            place: 50% 20px
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "width and height are separated by `x`, not `*`",
          "the two lengths of a place must be separated by a comma: `50%, 20px`",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - clip: beach.mp4
            place: 50%, 20px
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
