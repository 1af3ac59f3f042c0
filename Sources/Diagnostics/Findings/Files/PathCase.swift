extension DiagnosticID {
  package static let pathCase = DiagnosticID(
    "path-case", .error, "Wrong letter case in a path",
    explanation: """
      The path in the script differs from the file's name on disk only in letter case. On most file \
      systems the file is then missing, which is an error. On a case-insensitive file system the script \
      works here but fails on other machines, which is a warning. The fix writes the name as it is on \
      disk.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: Footage/Beach.MP4
        """,
        media: "Footage/Beach.MP4  missing  nearby footage/beach.mp4",
        gives: ["there is no file 'Footage/Beach.MP4', but there is 'footage/beach.mp4'"],
        remark: "The folder contains a file whose name differs only in letter case."),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/beach.mp4
        """,
        media: "footage/beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
