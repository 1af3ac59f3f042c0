extension DiagnosticID {
  package static let unknownKey = DiagnosticID(
    "unknown-key", .error, "The key is unknown here",
    explanation: """
      editc does not know this key in this place. Unknown keys are errors, because a misspelt key would \
      silently do nothing. The message suggests the closest key, or editc's name for the same idea. Put \
      notes under `note`, and data for other tools under top-level keys that start with `x-`.
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
          "`fps` is not a key of the canvas",
          "`opactiy` is not a key of an item",
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
        remark: "Top-level keys that start with `x-` are never reported."),
    ])
}
