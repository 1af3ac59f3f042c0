import Diagnostics

extension RulePage {
  static let unreadableLock = RulePage(
    .unreadableLock,
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
