import Diagnostics

extension RulePage {
  static let unreadableFile = RulePage(
    .unreadableFile,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  broken",
        gives: ["'beach.mp4' cannot be read: Invalid data found"],
        remark: "The file is there, and no media can be read from it."),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
