extension DiagnosticID {
  package static let ffmpegSyntax = DiagnosticID(
    "ffmpeg-syntax", .error, "The FFmpeg filter cannot be read",
    explanation: """
      An entry `ffmpeg:` holds one filter of FFmpeg with its options, as FFmpeg writes them: \
      `eq=gamma=1.2:contrast=1.1`. Chains and named inputs are not possible there. Write an entry for each \
      filter, and `\\,` for a comma in a value.
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
        gives: ["one entry holds one FFmpeg filter"]),
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
