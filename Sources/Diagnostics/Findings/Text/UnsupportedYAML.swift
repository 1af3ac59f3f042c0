extension DiagnosticID {
  package static let unsupportedYAML = DiagnosticID(
    "unsupported-yaml", .error, "A YAML feature without support",
    explanation: """
      Scripts cannot use anchors, aliases, merge keys, tags, directives and second documents of YAML, \
      because they hide the value from the reader. Use `defaults` for keys that many items share, `vars` for \
      a value that is used in several places, and `sequences` for items that play more than once.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            opacity: &half 50%
          - clip: beach.mp4
            opacity: *half
        """,
        media: "beach.mp4  video 1920x1080 30 12s",
        gives: [
          "the anchor `&half` is not part of the language",
          "the alias `*half` is not part of the language",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
          - clip: beach.mp4
        defaults: {clip: {opacity: 50%}}
        """,
        media: "beach.mp4  video 1920x1080 30 12s"),
    ])
}
