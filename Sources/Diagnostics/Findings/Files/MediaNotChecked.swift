extension DiagnosticID {
  package static let mediaNotChecked = DiagnosticID(
    "media-not-checked", .note, "The media was not checked",
    explanation: """
      The file was not probed, so rules that need facts about the media were skipped for it. It may be \
      right or wrong. Check with the media present, or pass `--require-media` to make this an error.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  unchecked",
        gives: ["'beach.mp4' was not read, so rules that depend on it are not checked"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
