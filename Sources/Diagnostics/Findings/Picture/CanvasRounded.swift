extension DiagnosticID {
  package static let canvasRounded = DiagnosticID(
    "canvas-rounded", .note, "The canvas size is rounded",
    explanation: """
      With `size: auto` the canvas is as large as the largest clip. If a side of that clip is odd, the \
      canvas is one pixel larger, because video stores one colour sample for every two by two pixels. A \
      clip of the timeline then has a border of one pixel. Write the size, or `fit: cover` for clips, \
      which fills the border.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: old.mp4
        """,
        media: "old.mp4  video 427x360 25 12s",
        gives: ["the largest clip is 427x360; the canvas is 428x360, because video needs even sizes"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 426x360}
        timeline:
          - clip: old.mp4
            fit: cover
        """,
        media: "old.mp4  video 427x360 25 12s"),
    ])
}
