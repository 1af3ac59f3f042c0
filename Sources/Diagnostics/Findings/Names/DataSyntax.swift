extension DiagnosticID {
  package static let dataSyntax = DiagnosticID(
    "data-syntax", .error, "The values file is malformed",
    explanation: """
      The file passed to `--vars` cannot be read as YAML, JSON or CSV (RFC 4180). A CSV table has a header \
      line with the variable names, columns separated by commas, one value per column in every row, and \
      quotes around values that contain a comma, a quote or a line break. The position in the message \
      refers to that file, not to the script.
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
