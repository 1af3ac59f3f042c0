import Diagnostics

extension RulePage {
  static let oddSize = RulePage(
    .oddSize,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1281x720}
        timeline:
          - {color: navy, for: 2s}
        """,
        gives: ["the canvas is 1281x720, but H.264's usual pixel format needs even sizes"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 2s}
        """),
    ])
}
