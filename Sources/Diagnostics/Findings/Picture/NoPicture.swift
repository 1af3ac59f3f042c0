extension DiagnosticID {
  package static let noPicture = DiagnosticID(
    "no-picture", .error, "The media has no picture",
    explanation: """
      The item needs a picture, but its media has only sound. Move it to `audio`, or use an image or a \
      colour instead. An audio-only timeline is allowed if no output has a picture.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - clip: song.m4a
        """,
        media: "song.m4a  audio 44100 stereo 20s",
        gives: ["'song.m4a' has no picture"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 20s}
        audio:
          - clip: song.m4a
        """,
        media: "song.m4a  audio 44100 stereo 20s"),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: welcome.wav
          - clip: talk.wav
        outputs:
          - file: podcast.m4a
        """,
        media: """
          welcome.wav  audio 48000 stereo 4s
          talk.wav     audio 48000 stereo 1200s
          """),
    ])
}
