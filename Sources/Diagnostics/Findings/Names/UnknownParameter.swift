extension DiagnosticID {
  package static let unknownParameter = DiagnosticID(
    "unknown-parameter", .error, "Unknown parameter in `with`",
    explanation: """
      `with` passes values to the variables of the script that the item plays, or of the SVG that it shows. Check \
      the spelling, or declare the variable under `vars` of that script. An SVG uses a variable as `${name}` in a text \
      or an attribute; other pictures have none.
      """,
    needsMedia: false,
    examples: [
      .playingTitle(
        "{edit: title.edit, with: {nmae: Grace Hopper}}",
        gives: ["'title.edit' has no parameter `nmae`"]),
      .playingTitle("{edit: title.edit, with: {name: Grace Hopper}}"),
    ])
}
