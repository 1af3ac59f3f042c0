extension DiagnosticID {
  package static let unusedUse = DiagnosticID(
    "unused-use", .warning, "Name under `use` is never used",
    explanation: """
      Another script or a folder of scripts has a name under `use`, but nothing of it is used. Play it, use one of its \
      styles, variables, media or sequences, or remove the name.
      """,
    needsMedia: false,
    examples: [
      .usingTitle("{color: navy, for: 4s}", gives: ["'titles' is never used"]),
      .usingTitle("{text: Hello, style: titles/large, for: 4s}"),
    ])
}
