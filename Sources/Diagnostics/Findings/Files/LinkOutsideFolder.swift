extension DiagnosticID {
  package static let linkOutsideFolder = DiagnosticID(
    "link-outside-folder", .warning, "A symbolic link leaves the project",
    explanation: """
      The path stays in the script's folder, but a symbolic link on the way leads out of it. Like a path \
      with `..`, this prevents the script from being moved or shared together with its media. Put the \
      media below the script, or pass `--root FOLDER` with a folder that contains both.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/beach.mp4
        """,
        media: "footage/beach.mp4  linked  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["'footage/beach.mp4' leads out of the script's folder through a symbolic link"],
        remark: "`footage` is a symbolic link to a folder elsewhere."),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/beach.mp4
        """,
        media: "footage/beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
