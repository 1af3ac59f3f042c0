extension DiagnosticID {
  package static let renamedParameter = DiagnosticID(
    "renamed-parameter", .warning, "Parameter has a new name",
    explanation: """
      The script that the item plays lists this name under `was` of a variable: it is a former name. The value is \
      still passed. `editc lint --fix` writes the new name. If both names are passed, this is an error.
      """,
    needsMedia: false,
    examples: [
      .playingTitle(
        "{edit: title.edit, with: {title: Grace Hopper}}", was: "title",
        gives: ["`title` of 'title.edit' is now `name`"]),
      .playingTitle("{edit: title.edit, with: {name: Grace Hopper}}", was: "title"),
    ])
}
