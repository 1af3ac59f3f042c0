extension DiagnosticID {
  package static let noSuchTimecode = DiagnosticID(
    "no-such-timecode", .error, "No frame has this timecode",
    explanation: """
      The timecode counts more frames per second than the film has, or is a number that drop-frame \
      timecode skips. A `tc` in a take counts from the timecode embedded in the media, which must have \
      one. Write another timecode, or a time such as `12.5s`.
      """,
    needsMedia: false, formerly: ["value-out-of-range"],
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - color: navy
            for: 00:00:02:45
        """,
        gives: [
          "no frame has the timecode 00:00:02:45: minutes and seconds go up to 59, frames to one less than the"
            + " frame rate"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - color: navy
            for: 00:00:02:15
        """),
    ])
}
