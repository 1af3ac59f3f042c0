import Diagnostics

extension RulePage {
  static let lockOutdated = RulePage(
    .lockOutdated,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  unlocked  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["'beach.mp4' is not in film.edit.lock"],
        remark: "The file is here, and the lock does not know it."),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
