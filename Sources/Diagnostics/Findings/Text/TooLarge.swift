extension DiagnosticID {
  package static let tooLarge = DiagnosticID(
    "too-large", .error, "The script is too large",
    explanation: """
      The script, one of its values, or the number of values exceeds a limit, which the message names. The \
      limits keep checking fast and memory use low. Split the film into several scripts, or move long \
      subtitles to a file.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        note: \(String(repeating: "0123456789abcdef", count: 5000))
        canvas: {size: 1280x720}
        timeline:
          - gap: 3s
        """,
        gives: ["this text has 80000 bytes; a key or value may have at most 65536"]),
      RuleExample(
        """
        edit: 1
        note: The measurements are in notes.txt.
        canvas: {size: 1280x720}
        timeline:
          - gap: 3s
        """),
    ])
}
