extension DiagnosticID {
  package static let animationTooLong = DiagnosticID(
    "animation-too-long", .error, "The text animation is too long",
    explanation: """
      Each unit of an animated text moves for the time of `for`, and the next one begins after `stagger`. All of \
      them must have appeared before the first one leaves, and the item must be long enough for both. Write a \
      shorter `stagger` or `for`, animate words instead of letters, or make the item longer.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 3s}
        overlays:
          - text: The Difference Engine weaves algebraic patterns
            size: 4%
            animate: {in: rise, by: letter, stagger: 100ms}
        """,
        media: "fonts",
        gives: ["the letters need 4.6s to move, and the item lasts 3s"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 3s}
        overlays:
          - text: The Difference Engine weaves algebraic patterns
            size: 4%
            animate: {in: rise, by: word, stagger: 100ms}
        """,
        media: "fonts"),
    ])
}
