extension DiagnosticID {
  package static let numberSyntax = DiagnosticID(
    "number-syntax", .error, "Invalid number syntax",
    explanation: """
      The key expects a number, and this is not one. Numbers use digits and a decimal point, never a comma \
      or an exponent; frame rates such as `29.97` can also be fractions, `30000/1001`. The message shows a \
      valid number.
      """,
    needsMedia: false, formerly: ["value-syntax"],
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {rate: 23.97}
        timeline:
          - clip: beach.mp4
            opacity: half
            volume: 0,5
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "`23.97` is not a standard frame rate; the broadcast rate is `23.976`",
          "expected an opacity such as `0.5`, found `half`",
          "expected a decimal point, found a comma",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {rate: 23.976}
        timeline:
          - clip: beach.mp4
            opacity: 0.5
            volume: 0.5
        """,
        media: "beach.mp4  video 1920x1080 24000/1001 12s  audio 48000 stereo"),
    ])
}
