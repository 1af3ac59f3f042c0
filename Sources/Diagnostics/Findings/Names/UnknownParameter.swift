extension DiagnosticID {
  package static let unknownParameter = DiagnosticID(
    "unknown-parameter", .error, "Unknown parameter of a script",
    explanation: """
      `with` passes values to the variables of the script that the item plays. Check the spelling, or declare \
      the variable under `vars` of that script.
      """,
    needsMedia: false,
    examples: [
      .playingTitle(
        "{edit: title.edit, with: {nmae: Grace Hopper}}",
        gives: ["'title.edit' has no parameter `nmae`"]),
      .playingTitle("{edit: title.edit, with: {name: Grace Hopper}}"),
    ])
}
