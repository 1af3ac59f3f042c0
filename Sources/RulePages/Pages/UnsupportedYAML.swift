import Diagnostics

extension RulePage {
  static let unsupportedYAML = RulePage(
    .unsupportedYAML,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            opacity: &half 50%
          - clip: beach.mp4
            opacity: *half
        """,
        media: "beach.mp4  video 1920x1080 30 12s",
        gives: [
          "the anchor `&half` is not part of the language",
          "the alias `*half` is not part of the language",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
          - clip: beach.mp4
        defaults: {clip: {opacity: 50%}}
        """,
        media: "beach.mp4  video 1920x1080 30 12s"),
    ])
}
