import Diagnostics

extension RulePage {
  static let unsetVariable = RulePage(
    .unsetVariable,
    examples: [
      RuleExample(
        """
        edit: 1
        vars:
          ground: {type: colour}
        canvas: {size: 1280x720, background: "${ground}"}
        timeline:
          - gap: 3s
        """,
        gives: ["the variable `ground` has no value"]),
      RuleExample(
        """
        edit: 1
        vars:
          ground: {type: colour, default: navy}
        canvas: {size: 1280x720, background: "${ground}"}
        timeline:
          - gap: 3s
        """),
    ])
}
