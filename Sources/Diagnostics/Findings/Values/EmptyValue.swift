extension DiagnosticID {
  package static let emptyValue = DiagnosticID(
    "empty-value", .error, "The value is missing",
    explanation: """
      The key has no value or an empty one, and that does not select a default. Write the value described \
      in the message, or remove the key. A filter without a default strength also needs a value.
      """,
    needsMedia: false, formerly: ["value-syntax"],
    examples: [
      RuleExample(
        """
        edit: 1
        title:
        timeline:
          - clip: beach.mp4
            filters: [highpass]
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "`title` has no value; expected text",
          "the filter `highpass` needs a value",
        ]),
      RuleExample(
        """
        edit: 1
        title: A day at the sea
        timeline:
          - clip: beach.mp4
            filters: [{highpass: 80Hz}]
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
