extension DiagnosticID {
  package static let sizeOutOfRange = DiagnosticID(
    "size-out-of-range", .error, "The size is out of range",
    explanation: """
      The length or size is negative, zero, or larger than editc can draw: a canvas has at most 16384 \
      pixels per side and 67108864 in total, text at most 16384 per side. Write a size in the range given \
      in the message.
      """,
    needsMedia: false, formerly: ["value-out-of-range"],
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x0}
        timeline:
          - color: navy
            for: 3s
        overlays:
          - image: logo.png
            width: -20px
        """,
        media: "logo.png   still 640x160",
        gives: [
          "width and height cannot be zero",
          "`-20px` is negative, and a length cannot be",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 3s
        overlays:
          - image: logo.png
            width: 20px
        """,
        media: "logo.png   still 640x160"),
    ])
}
