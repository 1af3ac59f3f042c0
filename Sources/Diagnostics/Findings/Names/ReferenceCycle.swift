extension DiagnosticID {
  package static let referenceCycle = DiagnosticID(
    "reference-cycle", .error, "References form a cycle",
    explanation: """
      Times, sequences or variables refer to each other in a cycle, so none of them can be resolved. The \
      notes show each step. Give one of them a value that does not refer to the others.
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
          - {color: red, name: first, at: second.end, for: 1s}
          - {color: gold, name: second, at: first.end, for: 1s}
        """,
        gives: ["the start time of 'second' depends on itself"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 10s}
        overlays:
          - {color: red, name: first, at: 2s, for: 1s}
          - {color: gold, name: second, at: first.end, for: 1s}
        """),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - sequence: day
        sequences:
          day:
            - {color: gold, for: 2s}
            - sequence: night
          night:
            - {color: navy, for: 2s}
            - sequence: day
        """, gives: ["the sequence 'day' plays itself: day -> night -> day"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - {color: navy, for: 2s}
          - {color: gold, for: 2s}
        """),
    ])
}
