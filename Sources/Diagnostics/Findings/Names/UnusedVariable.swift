extension DiagnosticID {
  package static let unusedVariable = DiagnosticID(
    "unused-variable", .warning, "A variable is never used",
    explanation: """
      The variable is declared, but no value uses it, so setting it has no effect. Use it, or remove it.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        title: A day in Paris
        vars:
          city: {type: text, default: Paris}
        canvas: {size: 1280x720}
        timeline:
          - gap: 3s
        """,
        gives: ["the variable `city` is never used"]),
      RuleExample(
        """
        edit: 1
        title: A day in ${city}
        vars:
          city: {type: text, default: Paris}
        canvas: {size: 1280x720}
        timeline:
          - gap: 3s
        """),
    ])
}
