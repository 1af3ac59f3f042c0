extension DiagnosticID {
  package static let overlayOutsideTimeline = DiagnosticID(
    "overlay-outside-timeline", .error, "An overlay outside the film",
    explanation: """
      The overlay starts before the film or ends after it, so part of it is never shown. Move it, shorten \
      it, or extend the timeline with a `gap`.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 10s}
        overlays:
          - {color: gold, at: 12s}
          - {color: red, at: 8s, for: 5s}
        """,
        gives: [
          "the item starts at 12s, outside the timeline, which lasts from 0s to 10s",
          "the item extends 3s past the end of the timeline at 10s and is cut there",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 10s}
          - gap: 3s
        overlays:
          - {color: red, at: 8s, for: 5s}
          - {color: gold, at: 12s}
        """,
        remark: "A gap extends the timeline."),
    ])
}
