extension DiagnosticID {
  package static let yamlSyntax = DiagnosticID(
    "yaml-syntax", .error, "The text is not valid YAML",
    explanation: """
      The text does not follow the syntax of YAML. The message gives the first place at which reading \
      failed; the mistake itself is often a little earlier, such as a missing quote, a missing bracket or \
      wrong indentation. Text with `: `, ` #` or a leading `*`, `&`, `!`, `%`, `@` needs quotes.
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
        gives: ["a text that contains `: ` needs quotes"],
        remark: "Texts with a colon and a space after it need quotes."),
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
