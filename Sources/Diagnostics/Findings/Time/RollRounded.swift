extension DiagnosticID {
  package static let rollRounded = DiagnosticID(
    "roll-rounded", .note, "Credits last longer or shorter",
    explanation: """
      Credits that roll move by a whole number of pixels in each frame, because anything else makes letters \
      shimmer. The number that comes nearest to the written length is used, so the credits last a little \
      longer or shorter. The hint lists the lengths around the written one. Write one of them, or leave `for` \
      out for a speed that is easy to read.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25}
        timeline:
          - credits: ["Directed by: Grace Hopper", "Produced by: Mary Jackson"]
            for: 10s
            roll: up
        """,
        media: "fonts",
        gives: ["the roll lasts 10.2s instead of 10s: it moves by whole pixels in each frame"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25}
        timeline:
          - credits: ["Directed by: Grace Hopper", "Produced by: Mary Jackson"]
            roll: up
        """, media: "fonts"),
    ])
}
