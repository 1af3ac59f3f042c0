extension DiagnosticID {
  package static let yamlSyntax = DiagnosticID(
    "yaml-syntax", .error, "The text is not valid YAML",
    explanation: """
      The script is not valid YAML. The message points to the place where parsing failed; the actual \
      mistake is often slightly earlier: a missing quote or bracket, or wrong indentation. Quote text that \
      contains `: ` or ` #`, that starts with `*`, `&`, `!`, `%` or `@`, or that contains `${` in brackets. \
      What comes after the mistake is checked, too, if its repair is obvious.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s..5s
           opacity: 0.5
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["the indentation of this line matches no line above it"]),
      RuleExample(
        """
        edit: 1
        title: Summer: the first day
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["text that contains `: ` needs quotes"],
        remark: "Text with a colon followed by a space needs quotes."),
      RuleExample(
        """
        edit: 1
        title: "Summer: the first day"
        timeline:
          - clip: beach.mp4
            take: 2s..5s
            opacity: 0.5
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
