extension DiagnosticID {
  package static let lfsPointer = DiagnosticID(
    "lfs-pointer", .error, "The media was not downloaded",
    explanation: """
      The file is a Git LFS pointer: a few lines of text in place of the media, and neither Git LFS's local \
      objects nor the content store have the media. Run `git lfs pull`, or `git lfs fetch` without changing \
      the working tree. A script whose media are in the lock can be checked without them.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  lfs-pointer",
        gives: ["'beach.mp4' is a Git LFS pointer; the media was not downloaded"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
