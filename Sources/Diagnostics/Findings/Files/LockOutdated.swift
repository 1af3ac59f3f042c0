extension DiagnosticID {
  package static let lockOutdated = DiagnosticID(
    "lock-outdated", .warning, "The lock is out of date",
    explanation: """
      The lock beside the script does not contain this file, or an earlier version of editc recorded \
      different facts for the same bytes. Machines without the media cannot check the rules that need \
      them, and nothing verifies that the file is the right one. Run `editc lock` on a machine with the \
      media.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  unlocked  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["'beach.mp4' is not in film.edit.lock"],
        remark: "The file exists, but the lock does not contain it."),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
