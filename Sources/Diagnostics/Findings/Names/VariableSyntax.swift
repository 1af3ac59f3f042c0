extension DiagnosticID {
  package static let variableSyntax = DiagnosticID(
    "variable-syntax", .error, "Invalid variable syntax",
    explanation: """
      Variables are written `${name}`, with both braces. Their values are inserted literally, so variables \
      inside a value are not replaced. To write the characters `${` themselves, write `$${`.
      """,
    needsMedia: false, formerly: ["value-syntax"],
    examples: [
      RuleExample(
        """
        edit: 1
        title: "${day}: ${place} in ${year"
        vars:
          day: {type: text, default: Monday}
          place: {type: text, default: "${day} at the sea"}
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "`${` without a closing `}`",
          "variables inside the value of a variable are not replaced",
        ]),
      RuleExample(
        """
        edit: 1
        title: "${day}: ${place} in 2024"
        vars:
          day: {type: text, default: Monday}
          place: {type: text, default: the sea}
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
