extension DiagnosticID {
  package static let unreadableFile = DiagnosticID(
    "unreadable-file", .error, "The file cannot be read",
    explanation: """
      The file exists, but it cannot be opened, or contains neither pictures nor sound. The message gives \
      the cause: permissions, a damaged or incomplete file, or an unsupported format. Play the file in \
      another program to see whether it is damaged.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  broken",
        gives: ["'beach.mp4' cannot be read: Invalid data found"],
        remark: "The file exists, but no media can be read from it."),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
