import Diagnostics

extension RulePage {
  static let missingKey = RulePage(
    .missingKey,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
        outputs:
          - preset: web
        """,
        gives: [
          "this item does not say how long it lasts",
          "an output needs `file`",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 3s
        outputs:
          - file: out/film.mp4
            preset: web
        """),
    ])
}
