extension DiagnosticID {
  package static let unsupportedYAML = DiagnosticID(
    "unsupported-yaml", .error, "Unsupported YAML feature",
    explanation: """
      Scripts cannot use YAML anchors, aliases, merge keys, tags, directives or multiple documents, \
      because these hide values from the reader. Use `defaults` for keys shared by many items, `vars` for \
      a value used in several places, and `sequences` for items that play more than once.
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
          "the YAML anchor `&half` is not supported",
          "the YAML alias `*half` is not supported",
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
