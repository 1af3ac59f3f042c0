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
        gives: ["?"]),
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
