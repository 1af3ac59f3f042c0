import Diagnostics

extension RulePage {
  static let unknownKey = RulePage(
    .unknownKey,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, fps: 30}
        timeline:
          - color: navy
            for: 3s
            opactiy: 0.5
        """,
        gives: [
          "`fps` is no key of the canvas",
          "`opactiy` is no key of an item",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - color: navy
            note: Everything may carry a note.
            for: 3s
            opacity: 0.5
        x-tools: {anything: your own programs read}
        """,
        remark: "Top-level keys that begin with `x-` are yours."),
    ])
}
