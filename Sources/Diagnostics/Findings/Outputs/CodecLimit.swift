extension DiagnosticID {
  package static let codecLimit = DiagnosticID(
    "codec-limit", .error, "The codec does not support this",
    explanation: """
      The codec, or its profile, does not support this sample rate, bit rate, number of channels, bit \
      depth or chroma subsampling. The message lists the supported values. Write one of them, remove the \
      key, or choose another codec.
      """,
    needsMedia: false, formerly: ["conflicting-keys", "value-out-of-range"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: film.mp4
            video: {profile: high, pixel-format: yuv422p}
          - file: film.opus
            audio: {rate: 44100}
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "the profile `high` does not support 4:2:2 with 8 bits",
          "opus does not support 44100 samples per second",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: film.mp4
            video: {profile: high422, pixel-format: yuv422p}
          - file: film.opus
            audio: {rate: 48000}
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
