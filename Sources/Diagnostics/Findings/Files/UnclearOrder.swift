extension DiagnosticID {
  package static let unclearOrder = DiagnosticID(
    "unclear-order", .error, "The file order is ambiguous",
    explanation: """
      Files that match a pattern are ordered by name, and digits in names are compared as numbers: \
      `img2.jpg` comes before `img10.jpg`. Two names that differ only in leading zeros have the same \
      position. Rename one of the files.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - each: {image: photos/*.jpg, for: 3s}
        """,
        media: """
          photos/img1.jpg   still 1920x1080
          photos/img01.jpg  still 1920x1080
          """,
        gives: ["'img01.jpg' and 'img1.jpg' have the same position in the order of 'photos/*.jpg'"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - each: {image: photos/*.jpg, for: 3s}
        """,
        media: """
          photos/img1.jpg   still 1920x1080
          photos/img2.jpg   still 1920x1080
          """),
    ])
}
