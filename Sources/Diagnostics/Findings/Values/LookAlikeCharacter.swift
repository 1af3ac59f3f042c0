extension DiagnosticID {
  package static let lookAlikeCharacter = DiagnosticID(
    "look-alike-character", .error, "A look-alike character",
    explanation: """
      Word processors replace characters: two dots become `…`, a hyphen a dash, an arrow `→`. The value \
      contains such a character where ASCII is required. The fix replaces it. Curly quotes around a text \
      without other quotes are only reported as a note: they are part of the text, and a film may show \
      them.
      """,
    needsMedia: false, formerly: ["value-syntax"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s…5s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["`…` is a look-alike character, expected `..`"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - color: navy
            for: 2s
        metadata:
          title: “A day at the sea”
        """,
        gives: ["the quotes `“` and `”` are part of the text"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s..5s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
