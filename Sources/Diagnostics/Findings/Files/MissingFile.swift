extension DiagnosticID {
  package static let missingFile = DiagnosticID(
    "missing-file", .error, "The file was not found",
    explanation: """
      There is no file at this path. Paths are relative to the script's folder, not to the current \
      directory, and are case-sensitive. Correct the path, or put the file there. If the lock, \
      `sha256` or a `.dvc` file names its digest, the content store and the caches of Git LFS and DVC do not \
      have it. Rules that need facts \
      about the file are not checked, unless the lock beside the script contains them.
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
