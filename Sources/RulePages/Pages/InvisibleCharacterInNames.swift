import Diagnostics

extension RulePage {
  /// Paths have examples of their own, beside their rule.
  static let invisibleCharacterInNames = RulePage(
    .invisibleCharacter,
    examples: [
      RuleExample(
        """
        edit: 1
        media: {be\u{200B}ach: beach.mp4}
        timeline:
          - clip: be\u{200B}ach
        """,
        media: "beach.mp4  video 1920x1080 30 12s",
        gives: ["the key contains U+200B (zero-width space)"]),
      RuleExample(
        """
        edit: 1
        media: {beach: beach.mp4}
        timeline:
          - clip: beach
        """,
        media: "beach.mp4  video 1920x1080 30 12s"),
    ])
}
