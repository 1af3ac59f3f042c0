extension DiagnosticID {
  package static let unquotedComma = DiagnosticID(
    "unquoted-comma", .error, "A comma splits the value",
    explanation: """
      Inside braces and brackets a comma separates entries, so a value that contains a comma must be \
      quoted there: `{place: "top right, margin 5%"}`. A value on a line of its own needs no quotes for \
      its commas.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - {color: navy, for: 2s}
        overlays:
          - {color: red, for: 2s, place: top, margin 9%, width: 9%}
        """,
        gives: ["inside braces the value of `place` ends at the comma"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - {color: navy, for: 2s}
        overlays:
          - {color: red, for: 2s, place: "top, margin 9%", width: 9%}
        """),
    ])
}
