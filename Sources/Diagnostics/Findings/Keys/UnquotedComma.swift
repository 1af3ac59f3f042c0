extension DiagnosticID {
  package static let unquotedComma = DiagnosticID(
    "unquoted-comma", .error, "A comma cuts the value",
    explanation: """
      Inside of braces and brackets a comma separates entries, so a value that contains one needs quotes there: \
      `{place: "top right, margin 5%"}`. On a line of its own, a value needs no quotes for its commas.
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
        gives: ["inside of braces a comma ends the value of `place`"]),
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
