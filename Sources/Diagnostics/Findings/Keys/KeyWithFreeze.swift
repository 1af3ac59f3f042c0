extension DiagnosticID {
  package static let keyWithFreeze = DiagnosticID(
    "key-with-freeze", .error, "The key conflicts with freeze",
    explanation: """
      `freeze` holds one picture of the media, without sound. Keys that set which part plays, how fast or \
      how often have no meaning with it, and there is no sound to adjust. Remove them, or remove `freeze` \
      to play the clip.
      """,
    needsMedia: false, formerly: ["conflicting-keys"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            for: 1s
            take: 0s..4s
            freeze: 2s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["`take` has no meaning with `freeze`, which holds one picture without sound"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            for: 1s
            freeze: 2s
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
