extension DiagnosticID {
  package static let unreadableLock = DiagnosticID(
    "unreadable-lock", .error, "The lock cannot be read",
    explanation: """
      The lock beside the script is damaged, has an unresolved merge conflict, or uses a format that this \
      version does not know. The message gives the line. Run `editc lock` on a machine with the media, or \
      restore an intact lock from git; in a merge, keep the lines of both sides.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "film.edit.lock  damaged\nbeach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["the lock cannot be used: film.edit.lock:12: 'codec' is missing"],
        remark: "The lock beside the script is damaged."),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
