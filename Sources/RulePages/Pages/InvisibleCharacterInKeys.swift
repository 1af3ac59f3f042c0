import Diagnostics

extension RulePage {
  /// Paths have examples of their own, beside their rule.
  static let invisibleCharacterInKeys = RulePage(
    .invisibleCharacter,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        x-shot\u{200B}list: [sunrise, waves]
        """,
        media: "beach.mp4  video 1920x1080 30 12s",
        gives: ["the key contains U+200B (zero-width space)"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        x-shotlist: [sunrise, waves]
        """,
        media: "beach.mp4  video 1920x1080 30 12s"),
    ])
}
