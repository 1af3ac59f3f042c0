extension DiagnosticID {
  package static let codecLimit = DiagnosticID(
    "codec-limit", .error, "The codec does not support it",
    explanation: """
      The codec, or its profile, has no such sample rate, bit rate, number of channels, bit depth or \
      sampling of colours. The message says what it has. Write one of these values, remove the key, or \
      choose another codec.
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
          "the profile `high` has no pictures of 4:2:2 with 8 bits",
          "opus cannot hold 44100 samples a second",
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
