extension DiagnosticID {
  package static let unsetVariable = DiagnosticID(
    "unset-variable", .error, "A variable has no value",
    explanation: """
      The variable has no default, and no value was given for it. Pass `--set name=value` or `--vars \
      file`, or add a `default` to its declaration. A variable of an SVG, `${name}` in a text or an attribute, gets its \
      value in `with` beside the picture.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        vars:
          ground: {type: colour}
        canvas: {size: 1280x720, background: "${ground}"}
        timeline:
          - gap: 3s
        """,
        gives: ["the variable `ground` has no value"]),
      RuleExample(
        """
        edit: 1
        vars:
          ground: {type: colour, default: navy}
        canvas: {size: 1280x720, background: "${ground}"}
        timeline:
          - gap: 3s
        """),
    ])
}
