extension DiagnosticID {
  package static let missingTimecode = DiagnosticID(
    "missing-timecode", .note, "The source has no timecode",
    explanation: """
      A counter of the source shows the timecode that cameras and recorders write into their files. Files \
      without one, and pictures that editc draws, count from zero at their first frame. Write `show: frame` if \
      you only want to find a picture again.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, name: navy, for: 2s}
        overlays:
          - counter: {of: story, show: timecode}
        """,
        media: "fonts", gives: ["'navy' has no timecode: it counts from zero"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, name: navy, for: 2s}
        overlays:
          - counter: {of: story, show: frame}
        """, media: "fonts"),
    ])
}
