extension DiagnosticID {
  package static let forbiddenCharacter = DiagnosticID(
    "forbidden-character", .error, "A character is not allowed",
    explanation: """
      Names consist of letters, digits, `-` and `_`, because times refer to them: `part-2.end`. Tags and \
      chapters cannot contain control characters, and a digest has 64 lower-case hexadecimal digits. \
      Remove or replace the characters named in the message.
      """,
    needsMedia: false, formerly: ["value-syntax"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            name: part 2
          - clip: beach.mp4
            name: 3rd
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "`2` is not allowed in a name",
          "expected a name such as `intro`, found `3rd`",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            name: part-2
          - clip: beach.mp4
            name: third
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
