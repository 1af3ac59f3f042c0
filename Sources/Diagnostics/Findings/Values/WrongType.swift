extension DiagnosticID {
  package static let wrongType = DiagnosticID(
    "wrong-type", .error, "The wrong kind of value",
    explanation: """
      The key expects another shape of value: a list where one text stands, a mapping where a list \
      stands, and so on. The message names what was found and what belongs there. A list has a `- ` \
      before each element, a mapping has `key: value` lines.
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
