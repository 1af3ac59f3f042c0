extension DiagnosticID {
  package static let timeSyntax = DiagnosticID(
    "time-syntax", .error, "Invalid time syntax",
    explanation: """
      Times and durations are written `2.5s`, `12f`, `1m30s`, `01:02.5` or as timecode `00:01:02:12`. \
      Times can also refer to other times: `end - 1s`, `intro.end`. Use one of these forms; the message \
      shows where parsing stopped.
      """,
    needsMedia: false, formerly: ["value-syntax"],
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 1m 30s
          - color: teal
            for: 00:75
        """,
        gives: [
          "a duration cannot contain spaces: write `1m30s`",
          "`75` seconds exceed the maximum of 59",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: navy
            for: 1m30s
          - color: teal
            for: 01:15
        """),
    ])
}
