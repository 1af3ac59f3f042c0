import Diagnostics

extension RulePage {
  static let fileIsDirectory = RulePage(
    .fileIsDirectory,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage
        """,
        media: "footage  folder",
        gives: ["?"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/beach.mp4
        """,
        media: "footage/beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
