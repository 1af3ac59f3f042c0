extension DiagnosticID {
  package static let wrongType = DiagnosticID(
    "wrong-type", .error, "The wrong kind of value",
    explanation: """
      The value has the wrong form, such as a list in place of a single value. The message names the form \
      that was found and the one that is expected. A list has `- ` before each element, a mapping has `key: \
      value` lines.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs: {file: film.mp4}
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["`outputs` is a mapping; expected a list of outputs"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: film.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
