extension DiagnosticID {
  package static let subtitleLoss = DiagnosticID(
    "subtitle-loss", .warning, "A subtitle feature is not supported",
    explanation: """
      The file was read, but some of its formatting cannot be rendered: vertical text, WebVTT regions and \
      style sheets, classes that are not colours, SRT tags other than `<b>`, `<i>`, `<u>`, `<s>` and \
      `<font color>`. The text itself is shown.
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
        gives: ["'en.vtt' line 3, column 25: `vertical` is not supported"]),
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
