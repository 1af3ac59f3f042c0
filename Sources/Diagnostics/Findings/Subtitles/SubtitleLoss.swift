extension DiagnosticID {
  package static let subtitleLoss = DiagnosticID(
    "subtitle-loss", .warning, "A part of subtitles is lost",
    explanation: """
      The file was understood, but not everything in it can be shown as it asks: vertical text, regions and \
      style sheets of WebVTT, classes that are no colours, tags of SRT other than `<b>`, `<i>`, `<u>`, `<s>` and \
      `<font color>`. The words themselves are shown.
      """,
    needsMedia: true,
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
