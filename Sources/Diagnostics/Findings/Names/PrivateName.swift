extension DiagnosticID {
  package static let privateName = DiagnosticID(
    "private-name", .error, "Variable is private to its script",
    explanation: """
      Variables whose names begin with `_` are for the script that declares them, and may change with it. Remove \
      the value, or rename the variable in the played script.
      """,
    needsMedia: false,
    examples: [
      .playingTitle(
        "{edit: title.edit, with: {name: Grace Hopper, _size: 8vmin}}",
        gives: ["`_size` is private to 'title.edit'"]),
      .playingTitle("{edit: title.edit, with: {name: Grace Hopper}}"),
    ])
}
