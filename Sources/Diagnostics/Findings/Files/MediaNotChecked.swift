extension DiagnosticID {
  package static let mediaNotChecked = DiagnosticID(
    "media-not-checked", .information, "The media was not looked at",
    explanation: """
      The rules that need the media were skipped for this file, because it was not probed. Nothing is \
      said about it, neither good nor bad. Check with the media present, or pass `--require-media` to \
      make this an error.
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
        gives: ["'beach.mp4' was not looked at, so nothing that depends on it is checked"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
