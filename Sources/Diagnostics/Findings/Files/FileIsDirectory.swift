extension DiagnosticID {
  package static let fileIsDirectory = DiagnosticID(
    "file-is-directory", .error, "The path is a folder",
    explanation: """
      The path names a folder where a media file is expected. Write the path of a file inside it; write an \
      image sequence as a pattern such as `frames/%04d.png`.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/day-1
        """,
        media: "footage/day-1  folder",
        gives: ["'footage/day-1' is a folder, not a file"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/day-1/beach.mp4
        """,
        media: "footage/day-1/beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
