extension DiagnosticID {
  package static let valueOutOfRange = DiagnosticID(
    "value-out-of-range", .error, "The value is outside its range",
    explanation: """
      The value is written correctly but is larger or smaller than what makes sense for its key, such as \
      an opacity of 5. editc never brings a value into its range by itself. The message names the range.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            opacity: 50
            volume: 0.5
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["`50` is outside the range from `0` to `1`"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            opacity: 50%
            volume: 0.5
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
