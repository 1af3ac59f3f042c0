import Diagnostics

extension RulePage {
  static let rampOutsideItem = RulePage(
    .rampOutsideItem,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 3s
            opacity: 0 -> 1 over 0s..5s
        """,
        gives: ["the ramp lasts from 0s to 5s, but its item from 0s to 3s"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 3s
            opacity: [0 -> 1 over first 1s, 1 -> 0 over last 1s]
        """),
    ])
}
