import Diagnostics

extension RulePage {
  static let offFrameGrid = RulePage(
    .offFrameGrid,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {rate: 30}
        timeline:
          - clip: beach.mp4
            take: ..2.51s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "2.51s lies between two frames at 30 frames a second: it lasts longer than 75f (2.5s) and shorter than 76f (38/15s)"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {rate: 30}
        timeline:
          - clip: beach.mp4
            take: ..2.5s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
