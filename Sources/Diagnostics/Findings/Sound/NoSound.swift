extension DiagnosticID {
  package static let noSound = DiagnosticID(
    "no-sound", .warning, "The media has no sound",
    explanation: """
      The item uses the sound of its media, but the media has none. Remove the key, or use media with \
      sound.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - clip: drone.mp4
            volume: 0.5
        audio:
          - clip: drone.mp4
        """,
        media: "drone.mp4  video 1280x720 30 12s",
        gives: ["'drone.mp4' has no sound, so `volume` has no effect", "'drone.mp4' has no sound"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - clip: drone.mp4
            audio: off
        audio:
          - clip: song.m4a
            volume: 0.5
        """,
        media: """
          drone.mp4  video 1280x720 30 12s
          song.m4a   audio 48000 stereo 60s
          """),
    ])
}
