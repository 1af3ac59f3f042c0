extension DiagnosticID {
  package static let pathCase = DiagnosticID(
    "path-case", .error, "Upper and lower case differ",
    explanation: """
      The folder spells the name with other upper and lower case letters than the script. Most systems tell \
      them apart, and the file is missing there: an error. Where this file system does not, the file is found \
      here and missing elsewhere: a warning. The fix spells the path the way the folder does.
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
