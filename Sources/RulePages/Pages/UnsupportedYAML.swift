import Diagnostics

extension RulePage {
  static let unsupportedYAML = RulePage(
    .unsupportedYAML,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: &long 4s
          - color: teal
            for: *long
        """,
        gives: [
          "the anchor `&long` is not part of the language",
          "the alias `*long` is not part of the language",
        ]),
      RuleExample(
        """
        edit: 1
        vars: {long: {type: time, default: 4s}}
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: ${long}
          - color: teal
            for: ${long}
        """),
    ])
}
