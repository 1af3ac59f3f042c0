import Diagnostics

extension RulePage {
  static let unusedVariable = RulePage(
    .unusedVariable,
    examples: [
      RuleExample(
        """
        edit: 1
        title: A day in Paris
        vars:
          city: {type: text, default: Paris}
        canvas: {size: 1280x720}
        timeline:
          - gap: 3s
        """,
        gives: ["the variable `city` is used nowhere"]),
      RuleExample(
        """
        edit: 1
        title: A day in ${city}
        vars:
          city: {type: text, default: Paris}
        canvas: {size: 1280x720}
        timeline:
          - gap: 3s
        """),
    ])
}
