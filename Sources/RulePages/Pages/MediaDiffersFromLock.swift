import Diagnostics

extension RulePage {
  static let mediaDiffersFromLock = RulePage(
    .mediaDiffersFromLock,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  changed  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["'beach.mp4' is not the file that is in film.edit.lock: its content has another digest"],
        remark: "The lock has the digest of another file."),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
