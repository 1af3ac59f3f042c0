extension DiagnosticID {
  package static let unknownMedia = DiagnosticID(
    "unknown-media", .error, "No media has this name",
    explanation: """
      The item uses a media name that is not declared under `media`. Check the spelling against the names \
      in the message, or declare the file. A path must contain a folder or an extension, such as \
      `footage/beach.mp4`.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        media: {beach: beach.mp4}
        timeline:
          - clip: beach
            take: ..5s
          - clip: beech
            take: 5s..
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["no media is named 'beech'"]),
      RuleExample(
        """
        edit: 1
        media: {beach: beach.mp4}
        timeline:
          - clip: beach
            take: ..5s
          - clip: beach.mp4
            take: 5s..
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        remark: "A path needs no declaration."),
    ])
}
