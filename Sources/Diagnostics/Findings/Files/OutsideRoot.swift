extension DiagnosticID {
  package static let outsideRoot = DiagnosticID(
    "outside-root", .error, "The file is outside the root",
    explanation: """
      With `--root FOLDER`, every file that the script names must be in that folder. This one is not: the \
      path is absolute, contains `..`, or goes through a symbolic link. The file is neither read nor \
      written; outputs, image sequences, subtitle files beside a film and playlists count as well. \
      Pipelines use the option for untrusted scripts. Move the file into the folder, or pass a larger \
      root; a file named with `-o` may be anywhere.
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
