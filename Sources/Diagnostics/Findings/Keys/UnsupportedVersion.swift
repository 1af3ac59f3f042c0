extension DiagnosticID {
  package static let unsupportedVersion = DiagnosticID(
    "unsupported-version", .error, "Unsupported language version",
    explanation: """
      The number after `edit:` is the version of the language, and this editc does not support it. Write \
      `edit: 1`, or use a newer editc for scripts in a later version.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 2
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["this editc reads version 1 of the language, not 2"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
