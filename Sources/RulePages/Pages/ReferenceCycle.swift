import Diagnostics

extension RulePage {
  static let referenceCycle = RulePage(
    .referenceCycle,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 10s}
        overlays:
          - {color: red, name: first, at: second.end, for: 1s}
          - {color: gold, name: second, at: first.end, for: 1s}
        """,
        gives: ["the time of 'second' hangs on itself"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 10s}
        overlays:
          - {color: red, name: first, at: 2s, for: 1s}
          - {color: gold, name: second, at: first.end, for: 1s}
        """),
    ])
}
