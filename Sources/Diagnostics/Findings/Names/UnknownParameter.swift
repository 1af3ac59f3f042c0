extension DiagnosticID {
  package static let unknownParameter = DiagnosticID(
    "unknown-parameter", .error, "Unknown parameter of a script",
    explanation: """
      `with` passes values to the variables of the script that the item plays. Check the spelling, or declare \
      the variable under `vars` of that script.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {edit: title.edit, with: {nmae: Grace Hopper}}
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
        gives: ["'title.edit' has no parameter `nmae`"]),
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
