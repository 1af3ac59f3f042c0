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
          - {color: navy, for: 2s, name: title}
          - {color: teal, for: 2s, name: title}
        """,
        gives: ["the name `title` is taken"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 2s, name: title}
          - {color: teal, for: 2s, name: credits}
        """),
    ])
}
