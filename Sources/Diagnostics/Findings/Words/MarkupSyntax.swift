extension DiagnosticID {
  package static let markupSyntax = DiagnosticID(
    "markup-syntax", .error, "The markup is not valid",
    explanation: """
      With `markup: true` the text is Pango markup: `<b>bold</b>`. Every tag must be closed, and `<` and \
      `&` are written `&lt;` and `&amp;`. The message gives the line and the character where parsing \
      stopped.
      """,
    needsMedia: true, formerly: ["value-syntax"],
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - text: Hello <b
            for: 3s
            markup: true
        """,
        media: "fonts",
        gives: ["the markup cannot be read: a tag is not closed"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - text: Hello <b>Ada</b>
            for: 3s
            markup: true
        """,
        media: "fonts"),
    ])
}
