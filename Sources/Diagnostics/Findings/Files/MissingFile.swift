extension DiagnosticID {
  package static let missingFile = DiagnosticID(
    "missing-file", .error, "The file was not found",
    explanation: """
      There is no file at this path. Paths are relative to the folder of the script, not to the folder in \
      which the command was started, and case matters. Correct the path, or put the file where the script \
      expects it. Rules that need facts of the file are not checked, unless the lock beside the script has \
      them.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/beech.mp4
        """,
        media: "footage/beech.mp4  missing",
        gives: ["there is no file 'footage/beech.mp4'"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/beach.mp4
        """,
        media: "footage/beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
