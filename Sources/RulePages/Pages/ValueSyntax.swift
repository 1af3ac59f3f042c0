import Diagnostics

extension RulePage {
  static let valueSyntax = RulePage(
    .valueSyntax,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s-5s
            opacity: 0 to 1
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "?",
          "?",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s..5s
            opacity: 0 -> 1
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
