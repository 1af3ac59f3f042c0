extension DiagnosticID {
  package static let unsupportedYAML = DiagnosticID(
    "unsupported-yaml", .error, "YAML that editc leaves out",
    explanation: """
      Anchors, aliases, merge keys, tags, directives and second documents are YAML, but scripts do \
      without them: they hide what a value is from the reader. Use `defaults` for keys that many items \
      share, `vars` for a value that is used in several places, and `sequences` for a group of items \
      that plays more than once.
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
