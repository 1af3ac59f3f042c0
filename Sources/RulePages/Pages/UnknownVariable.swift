import Diagnostics

extension RulePage {
  static let unknownVariable = RulePage(
    .unknownVariable,
    examples: [
      RuleExample(
        """
        edit: 1
        vars:
          city: {type: text, default: Paris}
        title: A day in ${city}
        note: Filmed in ${ctiy}
        canvas: {size: 1280x720}
        timeline:
          - gap: 3s
        """,
        gives: ["no variable is called `ctiy`"]),
      RuleExample(
        """
        edit: 1
        vars:
          city: {type: text, default: Paris}
        title: A day in ${city}
        note: Variables are written as in $${name}.
        canvas: {size: 1280x720}
        timeline:
          - gap: 3s
        """,
        remark: "`$${` stands for the characters `${` themselves."),
    ])
}
