extension DiagnosticID {
  package static let variableSyntax = DiagnosticID(
    "variable-syntax", .error, "The variable cannot be replaced",
    explanation: """
      A variable is used as `${name}`, with both braces. Its value is text that is inserted as it is, so \
      other variables in it are not replaced. Write `$${` for the characters `${` themselves.
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
          "variables in the value of a variable are not replaced",
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
