import Diagnostics

extension RulePage {
  static let unsupportedVersion = RulePage(
    .unsupportedVersion,
    examples: [
      RuleExample(
        """
        edit: 2
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["this editc reads version 1 of the language, not 2"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
