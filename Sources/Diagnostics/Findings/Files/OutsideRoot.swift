extension DiagnosticID {
  package static let outsideRoot = DiagnosticID(
    "outside-root", .error, "The file is outside the root",
    explanation: """
      The command was called with `--root FOLDER`, and the script names a file that is not in this folder: by an \
      absolute path, with `..`, or through a symbolic link. The file was not opened. Pipelines use the option for \
      scripts of people they do not know. Put the file into the folder, or call the command with a larger root.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/beach.mp4
        """,
        media: "footage/beach.mp4  refused",
        gives: ["'footage/beach.mp4' is outside the root and was not read"],
        remark: "`footage` is a symbolic link to a folder elsewhere."),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/beach.mp4
        """,
        media: "footage/beach.mp4  video 1920x1080 30 12s"),
    ])
}
