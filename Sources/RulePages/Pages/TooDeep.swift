import Diagnostics

extension RulePage {
  static let tooDeep = RulePage(
    .tooDeep,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - gap: 3s
        x-plan: \(String(repeating: "[", count: 64))\(String(repeating: "]", count: 64))
        """,
        gives: ["the text is nested 65 levels deep here; a script may have at most 64"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - gap: 3s
        x-plan: [[beach, park], [song]]
        """),
    ])
}
