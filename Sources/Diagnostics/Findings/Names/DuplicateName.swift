extension DiagnosticID {
  package static let duplicateName = DiagnosticID(
    "duplicate-name", .error, "A name is used twice",
    explanation: """
      Two declarations have the same name, so references to it are ambiguous. The note points to the first \
      one. Rename one of them.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, name: title, for: 2s}
          - {color: teal, name: title, for: 2s}
        """,
        gives: ["the name `title` is used twice"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, name: title, for: 2s}
          - {color: teal, name: credits, for: 2s}
        """),
    ])
}
