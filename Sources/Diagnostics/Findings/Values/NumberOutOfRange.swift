extension DiagnosticID {
  package static let numberOutOfRange = DiagnosticID(
    "number-out-of-range", .error, "The number is out of range",
    explanation: """
      The number is larger or smaller than the key allows, such as an opacity of 1.5, or it has more \
      digits than editc stores exactly. editc never clamps numbers. Write a number in the range given in \
      the message.
      """,
    needsMedia: false, formerly: ["value-out-of-range"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            opacity: 1.5
            pan: -2
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "`1.5` is outside the range from `0` to `1`",
          "`-2` is outside the range from `-1` to `1`",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            opacity: 1
            pan: -1
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
