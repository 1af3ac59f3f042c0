extension DiagnosticID {
  package static let wrongType = DiagnosticID(
    "wrong-type", .error, "Wrong type of value",
    explanation: """
      The value has the wrong form, such as a list instead of a single value. The message names the form \
      that was found and the one that was expected. Start each list element with `- `, and write mappings \
      as `key: value` lines.
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
