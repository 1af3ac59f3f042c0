import Diagnostics

extension RulePage {
  static let unknownSuppression = RulePage(
    .unknownSuppression,
    examples: [
      RuleExample(
        """
        edit: 1
        media:
          beach: /films/beach.mp4  # editc: allow absolut-path
        canvas: {size: 1280x720}
        timeline:
          - clip: beach
        """,
        media: "/films/beach.mp4  video 1920x1080 30 12s",
        gives: ["there is no rule `absolut-path`"]),
      RuleExample(
        """
        edit: 1
        media:
          # editc: ignore absolute-path
          beach: /films/beach.mp4
        canvas: {size: 1280x720}
        timeline:
          - clip: beach
        """,
        media: "/films/beach.mp4  video 1920x1080 30 12s",
        gives: ["`ignore` is no instruction, expected `allow`"]),
      RuleExample(
        """
        edit: 1
        media:
          # editc: allow absolute-path
          beach: /films/beach.mp4
        canvas: {size: 1280x720}
        timeline:
          - clip: beach
        """,
        media: "/films/beach.mp4  video 1920x1080 30 12s"),
    ])
}
