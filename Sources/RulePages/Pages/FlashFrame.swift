import Diagnostics

extension RulePage {
  static let flashFrame = RulePage(
    .flashFrame,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 2s}
          - {color: white, for: 10ms}
        """,
        gives: ["the item is so short that no frame of the film shows it"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 2s}
          - {color: white, for: 1s}
        """),
    ])
}
