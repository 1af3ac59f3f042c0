import Diagnostics

extension RulePage {
  static let subtitleSyntax = RulePage(
    .subtitleSyntax,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        subtitles: [en.srt]
        """,
        media: "en.srt  lines 1 | 00:00:01,000 --> 00:00:61,000 | Hello",
        gives: ["'en.srt' line 2, column 18: minutes and seconds end at 59"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        subtitles: [en.srt]
        """,
        media: "en.srt  lines 1 | 00:00:01,000 --> 00:00:03,000 | Hello"),
    ])
}
