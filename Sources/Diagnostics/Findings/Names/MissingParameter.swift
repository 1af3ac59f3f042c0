extension DiagnosticID {
  package static let missingParameter = DiagnosticID(
    "missing-parameter", .error, "Required parameter without a value",
    explanation: """
      The script that the item plays has a variable without a `default`, so each item that plays it must pass a \
      value. The `example` of a variable is used only while its script is checked or previewed by itself.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - edit: title.edit
        """,
        media: "fonts",
        playing: """
          edit: 1
          vars:
            name: {type: text, example: Ada Lovelace}
            _size: {type: length, default: 6vmin}
          canvas: {size: 1280x720, nested: inherit}
          timeline:
            - {text: "${name}", for: 4s, size: "${_size}"}
          """,
        gives: ["'title.edit' requires `name`"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {edit: title.edit, with: {name: Grace Hopper}}
        """,
        media: "fonts",
        playing: """
          edit: 1
          vars:
            name: {type: text, example: Ada Lovelace}
            _size: {type: length, default: 6vmin}
          canvas: {size: 1280x720, nested: inherit}
          timeline:
            - {text: "${name}", for: 4s, size: "${_size}"}
          """),
    ])
}
