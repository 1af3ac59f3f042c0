import Diagnostics

extension RulePage {
  static let fileIsDirectory = RulePage(
    .fileIsDirectory,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/day-1
        """,
        media: "footage/day-1  folder",
        gives: ["'footage/day-1' is a folder, not a file"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/day-1/beach.mp4
        """,
        media: "footage/day-1/beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
