extension DiagnosticID {
  package static let unknownSuppression = DiagnosticID(
    "unknown-suppression", .warning, "Unknown rule in a comment",
    explanation: """
      A comment that starts with `# editc:` suppresses warnings and notes: `# editc: allow no-sound, \
      upscaled` at the end of a line, or on the line before. This comment names a rule that does not \
      exist, or an instruction other than `allow`, so it has no effect. `editc explain --list` lists the \
      rules.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        media:
          beach: /films/beach.mp4  # editc: allow absolut-path
        canvas: {size: 1280x720}
        timeline:
          - clip: beach
        """,
        media: "/films/beach.mp4  video 1920x1080 30 12s",
        gives: ["there is no rule `absolut-path`"]),
      RuleExample(
        """
        edit: 1
        media:
          # editc: ignore absolute-path
          beach: /films/beach.mp4
        canvas: {size: 1280x720}
        timeline:
          - clip: beach
        """,
        media: "/films/beach.mp4  video 1920x1080 30 12s",
        gives: ["`ignore` is not an instruction, expected `allow`"]),
      RuleExample(
        """
        edit: 1
        media:
          # editc: allow absolute-path
          beach: /films/beach.mp4
        canvas: {size: 1280x720}
        timeline:
          - clip: beach
        """,
        media: "/films/beach.mp4  video 1920x1080 30 12s"),
    ])
}
