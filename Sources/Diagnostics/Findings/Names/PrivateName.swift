extension DiagnosticID {
  package static let privateName = DiagnosticID(
    "private-name", .error, "Variable is private to its script",
    explanation: """
      Variables whose names begin with `_` are for the script that declares them, and may change with it. Remove \
      the value, or rename the variable in the played script.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {edit: title.edit, with: {name: Grace Hopper, _size: 8vmin}}
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
        gives: ["`_size` is private to 'title.edit'"]),
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
