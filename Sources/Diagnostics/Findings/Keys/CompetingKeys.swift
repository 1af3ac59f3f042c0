extension DiagnosticID {
  package static let competingKeys = DiagnosticID(
    "competing-keys", .error, "Two keys set the same thing",
    explanation: """
      Two keys, or two words within them, set the same thing: `quality` and `bitrate` both determine the \
      file size. editc does not choose between them. Keep the one you want and remove the other.
      """,
    needsMedia: false, formerly: ["conflicting-keys"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: film.mp4
            video: {quality: 20, bitrate: 5M}
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["`bitrate` and `quality` set the same thing"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: film.mp4
            video: {quality: 20}
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
