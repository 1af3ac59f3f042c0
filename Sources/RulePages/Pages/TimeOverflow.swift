import Diagnostics

extension RulePage {
  static let timeOverflow = RulePage(
    .timeOverflow,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 10s}
        overlays:
          - color: gold
            at: 9000000000000000000s + 1000000000000000000s
            for: 2s
        """,
        gives: ["this time is too long or too finely divided to be exact"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 10s}
        overlays:
          - color: gold
            at: 1.5s + 10f
            for: 2s
        """),
    ])
}
