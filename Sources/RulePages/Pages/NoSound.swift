import Diagnostics

extension RulePage {
  static let noSound = RulePage(
    .noSound,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: silent.mp4
            volume: 0.5
        """,
        media: "silent.mp4  video 1920x1080 30 12s",
        gives: ["'silent.mp4' has no sound whose volume could be set"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: silent.mp4
        """,
        media: "silent.mp4  video 1920x1080 30 12s"),
    ])
}
