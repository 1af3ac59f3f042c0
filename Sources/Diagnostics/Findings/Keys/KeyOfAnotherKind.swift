extension DiagnosticID {
  package static let keyOfAnotherKind = DiagnosticID(
    "key-of-another-kind", .error, "The key belongs to other items",
    explanation: """
      The key is valid, but not for this kind of item: an image has no `take`, and an ellipse no `radius`. \
      The message lists the kinds that support it. Remove the key, or move it to the intended item.
      """,
    needsMedia: false, formerly: ["conflicting-keys"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - image: logo.png
            for: 2s
            take: 1s..3s
        """,
        media: "logo.png   still 640x160",
        gives: ["`take` does not belong to an image"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - image: logo.png
            for: 2s
        """,
        media: "logo.png   still 640x160"),
    ])
}
