extension DiagnosticID {
  package static let yamlSyntax = DiagnosticID(
    "yaml-syntax", .error, "The text is not YAML",
    explanation: """
      The text breaks YAML's own rules, so nobody can say what belongs to what. editc reports the first \
      place where reading became impossible; the mistake itself is often a little earlier: a quote that \
      is not closed, a bracket too few, a line that is indented differently from its neighbours. Text \
      with `: `, ` #` or a leading `*`, `&`, `!`, `%`, `@` needs quotes.
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
        gives: ["the indentation of this line fits nothing above it"]),
      RuleExample(
        """
        edit: 1
        title: Summer: the first day
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["a text that contains `: ` needs quotes"],
        remark: "Texts with a colon and a blank behind it need quotes."),
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
