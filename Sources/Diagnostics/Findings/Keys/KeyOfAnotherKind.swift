extension DiagnosticID {
  package static let keyOfAnotherKind = DiagnosticID(
    "key-of-another-kind", .error, "A key for other items only",
    explanation: """
      The key is known, but items of this kind have nothing that it could set: an image has no `take`, an \
      ellipse no `radius`. The message names the kinds that have it. Remove the key, or put it on the item \
      that is meant.
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
