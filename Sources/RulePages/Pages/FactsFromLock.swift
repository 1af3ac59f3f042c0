import Diagnostics

extension RulePage {
  static let factsFromLock = RulePage(
    .factsFromLock,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  recorded  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["'beach.mp4' is not here; film.edit.lock says what it holds"],
        remark: "The file is not here, and the lock says what it holds."),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
