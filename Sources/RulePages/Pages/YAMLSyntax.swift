import Diagnostics

extension RulePage {
  static let yamlSyntax = RulePage(
    .yamlSyntax,
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
