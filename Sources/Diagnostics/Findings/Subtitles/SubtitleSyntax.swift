extension DiagnosticID {
  package static let subtitleSyntax = DiagnosticID(
    "subtitle-syntax", .error, "Invalid subtitle file syntax",
    explanation: """
      Part of the file cannot be read and would be missing from the film. The message gives the line and \
      the column in that file. Files are UTF-8 (or UTF-16 with a byte order mark); SRT writes times as \
      `00:01:02,500`, WebVTT as `00:01:02.500`, ASS as `0:01:02.50`.
      """,
    needsMedia: true,
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
        gives: ["'en.srt' line 2, column 18: minutes and seconds go up to 59"]),
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
