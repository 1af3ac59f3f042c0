extension DiagnosticID {
  package static let unknownVariable = DiagnosticID(
    "unknown-variable", .error, "The variable is not declared",
    explanation: """
      `${...}` names a variable that is not declared under `vars`. Check the spelling, or declare it. To \
      write the characters `${` themselves, write `$${`.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        title: A day in ${city}
        note: Filmed in ${ctiy}
        vars:
          city: {type: text, default: Paris}
        canvas: {size: 1280x720}
        timeline:
          - gap: 3s
        """,
        gives: ["there is no variable `ctiy`"]),
      RuleExample(
        """
        edit: 1
        title: A day in ${city}
        note: Variables are written as in $${name}.
        vars:
          city: {type: text, default: Paris}
        canvas: {size: 1280x720}
        timeline:
          - gap: 3s
        """,
        remark: "`$${` produces the characters `${`."),
    ])
}
