import Diagnostics

extension RulePage {
  static let valueOutOfRange = RulePage(
    .valueOutOfRange,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            opacity: 50
            volume: 0.5
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["`50` is outside the range from `0` to `1`"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            opacity: 50%
            volume: 0.5
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
