extension DiagnosticID {
  package static let unusedVariable = DiagnosticID(
    "unused-variable", .warning, "A variable is never used",
    explanation: """
      The variable is declared but no value mentions it, so setting it would change nothing. Use it or \
      remove it.
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
        gives: ["the variable `city` is used nowhere"]),
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
