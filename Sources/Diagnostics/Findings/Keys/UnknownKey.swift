extension DiagnosticID {
  package static let unknownKey = DiagnosticID(
    "unknown-key", .error, "The key is not known here",
    explanation: """
      editc does not know this key at this place, and an unknown key is never ignored, because then a \
      misspelt one would quietly do nothing. The message proposes the nearest key that is known, or the \
      word editc uses for the same idea. Notes of your own belong under `note`, or under top-level keys \
      that begin with `x-`.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, fps: 30}
        timeline:
          - color: navy
            for: 3s
            opactiy: 0.5
        """,
        gives: [
          "`fps` is no key of the canvas",
          "`opactiy` is no key of an item",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - color: navy
            note: Everything may carry a note.
            for: 3s
            opacity: 0.5
        x-tools: {anything: your own programs read}
        """,
        remark: "Top-level keys that begin with `x-` are yours."),
    ])
}
