extension DiagnosticID {
  package static let renamedParameter = DiagnosticID(
    "renamed-parameter", .warning, "Parameter has a new name",
    explanation: """
      The script that the item plays lists this name under `was` of a variable: it is a former name. The value is \
      still passed. `editc lint --fix` writes the new name.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {edit: title.edit, with: {title: Grace Hopper}}
        """,
        media: "fonts",
        playing: """
          edit: 1
          vars:
            name: {type: text, example: Ada Lovelace, was: [title]}
            _size: {type: length, default: 6vmin}
          canvas: {size: 1280x720, nested: inherit}
          timeline:
            - {text: "${name}", for: 4s, size: "${_size}"}
          """,
        gives: ["`title` of 'title.edit' is now `name`"]),
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
            name: {type: text, example: Ada Lovelace, was: [title]}
            _size: {type: length, default: 6vmin}
          canvas: {size: 1280x720, nested: inherit}
          timeline:
            - {text: "${name}", for: 4s, size: "${_size}"}
          """),
    ])
}
