import Diagnostics

extension RulePage {
  static let unknownVariable = RulePage(
    .unknownVariable,
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
        gives: ["no variable is called `ctiy`"]),
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
