extension DiagnosticID {
  package static let outsideRoot = DiagnosticID(
    "outside-root", .error, "The file is outside the root",
    explanation: """
      The command was called with `--root FOLDER`, and the script names a file that is not in this folder: by an \
      absolute path, with `..`, or through a symbolic link. The file is not opened, whether it is to be read or written: \
      outputs, image sequences, subtitles beside a film and playlists count as well. Pipelines use the option for scripts \
      of people they do not know. Put the file into the folder, or call the command with a larger root. A file that `-o` \
      names may be anywhere.
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
        canvas: {size: 640x360}
        timeline: [{color: red, for: 1s}]
        outputs: [{file: ../film.mp4}]
        """,
        media: "../film.mp4  refused",
        gives: ["'../film.mp4' is outside the root and is not written"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/beach.mp4
        """,
        media: "footage/beach.mp4  video 1920x1080 30 12s"),
    ])
}
