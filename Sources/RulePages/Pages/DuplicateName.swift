import Diagnostics

extension RulePage {
  static let duplicateName = RulePage(
    .duplicateName,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, name: title, for: 2s}
          - {color: teal, name: title, for: 2s}
        """,
        gives: ["the name `title` is taken"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, name: title, for: 2s}
          - {color: teal, name: credits, for: 2s}
        """),
    ])
}
