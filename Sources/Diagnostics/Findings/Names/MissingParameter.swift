extension DiagnosticID {
  package static let missingParameter = DiagnosticID(
    "missing-parameter", .error, "Required parameter without a value",
    explanation: """
      The script that the item plays has a variable without a `default`, so each item that plays it must pass a \
      value. The `example` of a variable counts only where its script is linted or previewed, not played.
      """,
    needsMedia: false,
    examples: [
      .playingTitle(
        "edit: title.edit",
        gives: ["'title.edit' requires `name`"]),
      .playingTitle("{edit: title.edit, with: {name: Grace Hopper}}"),
    ])
}
