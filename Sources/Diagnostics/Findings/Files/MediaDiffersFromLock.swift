extension DiagnosticID {
  package static let mediaDiffersFromLock = DiagnosticID(
    "media-differs-from-lock", .error, "The media changed since the lock",
    explanation: """
      The lock beside the script records the digest and the facts of each media file, and this file \
      differs: it was replaced, re-encoded, or copied incompletely. The render is refused, because it \
      would not produce the locked film. Restore the old file, or run `editc lock` if the new one is \
      right.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  changed  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["'beach.mp4' differs from the file in film.edit.lock: its content has a different digest"],
        remark: "The lock contains a different digest."),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
