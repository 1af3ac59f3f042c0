extension DiagnosticID {
  package static let tooDeep = DiagnosticID(
    "too-deep", .error, "Nested too deeply",
    explanation: """
      Lists and mappings are nested more than 64 levels deep. The usual cause is wrong indentation, or a \
      bug in a program that generates scripts. `editc limits` prints all limits.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - gap: 3s
        x-plan: \(String(repeating: "[", count: 64))\(String(repeating: "]", count: 64))
        """,
        gives: ["this is nested 65 levels deep; a script may have at most 64"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - gap: 3s
        x-plan: [[beach, park], [song]]
        """),
    ])
}
