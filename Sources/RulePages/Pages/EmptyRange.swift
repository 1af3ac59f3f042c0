import Diagnostics

extension RulePage {
  static let emptyRange = RulePage(
    .emptyRange,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 5s..5s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["the take is empty: it starts and ends at 5s"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 5s for 1f
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        remark: "One frame is the shortest take."),
    ])
}
