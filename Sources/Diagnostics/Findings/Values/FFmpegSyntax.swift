extension DiagnosticID {
  package static let ffmpegSyntax = DiagnosticID(
    "ffmpeg-syntax", .error, "Invalid FFmpeg filter syntax",
    explanation: """
      An `ffmpeg:` entry contains one FFmpeg filter with its options, in FFmpeg's syntax: \
      `eq=gamma=1.2:contrast=1.1`. Filter chains and named inputs are not supported. Write an entry for \
      each filter, and escape a comma in a value as `\\,`.
      """,
    needsMedia: false, formerly: ["value-syntax"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            filters: [{ffmpeg: "eq=gamma=1.2,vflip"}]
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["an `ffmpeg:` entry contains one filter"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            filters: [{ffmpeg: eq=gamma=1.2}, {ffmpeg: vflip}]
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
