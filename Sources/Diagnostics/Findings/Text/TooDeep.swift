extension DiagnosticID {
  package static let tooDeep = DiagnosticID(
    "too-deep", .error, "Nested too deeply",
    explanation: """
      Lists and mappings stand inside each other more than 64 levels deep. No edit needs that; it is \
      nearly always a slip in the indentation or a file made by a program gone wrong. `editc limits` \
      prints every limit.
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
        gives: ["the text is nested 65 levels deep here; a script may have at most 64"]),
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
