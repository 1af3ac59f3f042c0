extension DiagnosticID {
  package static let transitionAtEdge = DiagnosticID(
    "transition-at-edge", .error, "A transition without a neighbour",
    explanation: """
      A transition needs an item before it and an item after it, and one is missing: the transition is the \
      first or last entry, or is next to another transition. To fade from or to black, use `fade` in the \
      item.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - transition: fade through black 1s
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "a transition needs an item on both sides; there is none before it"
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - gap: 1s
          - transition: dissolve 1s
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
