extension DiagnosticID {
  package static let missingFile = DiagnosticID(
    "missing-file", .error, "The file is not there",
    explanation: """
      No file was found at this path. Paths are relative to the folder of the script, not to the folder \
      the command was started in, and upper and lower case are different. Correct the path, or put the \
      file where the script looks for it. Rules that need what the file holds are not checked, unless a lock \
      beside the script knows it.
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
