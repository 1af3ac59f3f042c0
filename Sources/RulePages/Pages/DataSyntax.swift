import Diagnostics

extension RulePage {
  static let dataSyntax = RulePage(
    .dataSyntax,
    examples: [
      RuleExample(
        script,
        table: """
          name,length
          Ada,2s
          Bob, the builder,5s
          """,
        gives: ["this row has 3 values, but the table has 2 columns"]),
      RuleExample(
        script,
        table: """
          name,length
          Ada,2s
          "Bob, the builder",5s
          """),
    ])

  private static let script = """
    edit: 1
    title: For ${name}
    vars:
      name: {type: text}
      length: {type: time}
    canvas: {size: 1280x720}
    timeline:
      - {color: navy, for: "${length}"}
    """
}
