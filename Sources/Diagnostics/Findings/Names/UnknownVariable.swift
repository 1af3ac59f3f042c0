extension DiagnosticID {
  package static let unknownVariable = DiagnosticID(
    "unknown-variable", .error, "The variable is not declared",
    explanation: """
      `${...}` names a variable that `vars` does not declare. Check the spelling, or declare it. Text \
      that really contains `${` is written `$${`.
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
        remark: "`$${` stands for the characters `${` themselves."),
    ])
}
