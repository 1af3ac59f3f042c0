extension DiagnosticID {
  package static let ambiguousMarker = DiagnosticID(
    "ambiguous-marker", .error, "A marker has a reserved name",
    explanation: """
      A time uses a word with a meaning of its own, such as `end`, and the script has a marker with that \
      name. Rename the marker.
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
          - {color: red, at: end - 2s}
        markers:
          end: 8s
        """,
        gives: ["`end` is a time from the end of the film, but also the name of a marker"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 10s}
        overlays:
          - {color: red, at: finale - 2s}
        markers:
          finale: 8s
        """),
    ])
}
