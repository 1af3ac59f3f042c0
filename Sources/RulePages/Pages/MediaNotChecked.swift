import Diagnostics

extension RulePage {
  static let mediaNotChecked = RulePage(
    .mediaNotChecked,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  unchecked",
        gives: ["'beach.mp4' was not looked at, so nothing that depends on it is checked"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
