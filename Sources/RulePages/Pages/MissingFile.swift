import Diagnostics

extension RulePage {
  static let missingFile = RulePage(
    .missingFile,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/beech.mp4
        """,
        media: "footage/beech.mp4  missing",
        gives: ["there is no file 'footage/beech.mp4'"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/beach.mp4
        """,
        media: "footage/beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
