extension DiagnosticID {
  package static let pathCase = DiagnosticID(
    "path-case", .error, "Upper and lower case differ",
    explanation: """
      The name of the file in its folder has other upper and lower case letters than the path in the script. \
      On most file systems the file is missing then, which is an error. On a file system that ignores case, \
      the script works here and fails on other machines, which is a warning. The fix writes the name as it \
      is in the folder.
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
        gives: ["there is no file 'Footage/Beach.MP4', but one that is spelled 'footage/beach.mp4'"],
        remark: "The folder holds a file whose name differs in upper and lower case only."),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/beach.mp4
        """,
        media: "footage/beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
