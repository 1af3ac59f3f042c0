import Diagnostics

extension RulePage {
  static let rampPop = RulePage(
    .rampPop,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 5s
            opacity: [0 -> 0.8 over first 1s, 1 -> 0 over last 1s]
        """,
        gives: ["the value jumps from 0.8 to 1 at 4s"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 5s
            opacity: [0 -> 0.8 over first 1s, 0.8 -> 0 over last 1s]
        """),
    ])
}
