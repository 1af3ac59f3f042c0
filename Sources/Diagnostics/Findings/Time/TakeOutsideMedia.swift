extension DiagnosticID {
  package static let takeOutsideMedia = DiagnosticID(
    "take-outside-media", .error, "The take exceeds its media",
    explanation: """
      The take starts before the media or ends after it. editc does not shorten it, because everything \
      after it would move. The message gives the difference and the length of the media. Write an earlier \
      end, or omit it: `2s..` plays to the end of the media. A recording of `angles` must run wherever it is \
      shown or heard.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s..60s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["the take ends at 60s, 48s past the end of the media"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            take: 2s..
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        remark: "A take without an end plays to the end of the media."),
      RuleExample(
        """
        edit: 1
        media: {wide: wide.mp4, close: {file: close.mp4, sync: {at: 5s}}}
        timeline:
          - {angles: {wide: wide, close: close}, take: 0s..22s, show: {0s: wide, 6s: close}}
        """,
        media: angles,
        gives: ["the angle 'wide' ends at 20s of the clock (00:00:20.000), but is heard after it"]),
      RuleExample(
        """
        edit: 1
        media: {wide: wide.mp4, close: {file: close.mp4, sync: {at: 5s}}}
        timeline:
          - {angles: {wide: wide, close: close}, take: 0s..10s, show: {0s: wide, 6s: close}}
        """,
        media: angles),
    ])
}

private let angles = """
  wide.mp4   video 1920x1080 30 20s  audio 48000 stereo
  close.mp4  video 1920x1080 30 20s  audio 48000 stereo
  """
