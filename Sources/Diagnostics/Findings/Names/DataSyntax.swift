extension DiagnosticID {
  package static let dataSyntax = DiagnosticID(
    "data-syntax", .error, "A file of values is unreadable",
    explanation: """
      The file that `--vars` names is no JSON object, or no table as RFC 4180 writes it: columns \
      separated by commas, a header line with the names of the variables, in each row one value for each \
      column, and quotes around values that hold a comma, a quote or a line break. The place is in that \
      file, not in the script.
      """,
    needsMedia: false,
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
