import Diagnostics

extension RulePage {
  static let tooLarge = RulePage(
    .tooLarge,
    examples: [
      RuleExample(
        """
        edit: 1
        note: \(String(repeating: "0123456789abcdef", count: 5000))
        canvas: {size: 1280x720}
        timeline:
          - gap: 3s
        """,
        gives: ["this text has 80000 bytes; a key or value may have at most 65536"]),
      RuleExample(
        """
        edit: 1
        note: The measurements are in notes.txt.
        canvas: {size: 1280x720}
        timeline:
          - gap: 3s
        """),
    ])
}
