import Diagnostics

extension RulePage {
  static let subtitleLoss = RulePage(
    .subtitleLoss,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        subtitles: [en.vtt]
        """,
        media: "en.vtt  lines WEBVTT | | 00:01.000 --> 00:03.000 vertical:rl | Hello",
        gives: ["'en.vtt' line 3, column 25: `vertical` is not honoured"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        subtitles: [en.vtt]
        """,
        media: "en.vtt  lines WEBVTT | | 00:01.000 --> 00:03.000 line:0 align:start | Hello"),
    ])
}
