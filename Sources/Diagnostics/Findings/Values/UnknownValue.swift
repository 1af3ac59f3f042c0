extension DiagnosticID {
  package static let unknownValue = DiagnosticID(
    "unknown-value", .error, "The word is not allowed here",
    explanation: """
      The key accepts one word from a fixed list, and this word is not in it. The message suggests the \
      closest word, or lists the allowed ones.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            fit: crop
        outputs:
          - {file: film.mp4, preset: 1080p}
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "unknown fit mode `crop`, did you mean `cover`?",
          "unknown preset `1080p`, did you mean `1920x1080`?",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            fit: cover
        outputs:
          - {file: film.mp4, preset: 1920x1080}
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
