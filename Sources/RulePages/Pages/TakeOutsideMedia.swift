import Diagnostics

extension RulePage {
  static let takeOutsideMedia = RulePage(
    .takeOutsideMedia,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s..60s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["the take ends at 60s, 48s past the end of the media"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s..
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        remark: "A take without an end goes to the end of the media."),
    ])
}
