import Diagnostics

extension RulePage {
  static let checkFailed = RulePage(
    .checkFailed,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        checks:
          duration: ..10s
          size: 1280x720
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "the film lasts 12s, longer than 10s",
          "the film is 1920x1080, not 1280x720",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: ..10s
        checks:
          duration: ..10s
          size: 1920x1080
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
