import Diagnostics

extension RulePage {
  static let unusedSuppression = RulePage(
    .unusedSuppression,
    examples: [
      RuleExample(
        """
        edit: 1
        media:
          beach: beach.mp4  # editc: allow unused-media
        canvas: {size: 1280x720}
        timeline:
          - clip: beach
        """,
        media: "beach.mp4  video 1920x1080 30 12s",
        gives: ["`unused-media` has nothing to report here"]),
      RuleExample(
        """
        edit: 1
        media:
          beach: beach.mp4
          park: park.mp4  # editc: allow unused-media
        canvas: {size: 1280x720}
        timeline:
          - clip: beach
        """,
        media: "beach.mp4  video 1920x1080 30 12s"),
    ])
}
