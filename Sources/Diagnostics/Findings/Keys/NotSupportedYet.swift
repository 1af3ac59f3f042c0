extension DiagnosticID {
  package static let notSupportedYet = DiagnosticID(
    "not-supported-yet", .error, "Not supported in this version",
    explanation: """
      The language has this feature, but this version of editc cannot render it. This is an error, because \
      without the feature the film would not match the script. Remove it, or write `enabled: false` in the \
      item.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: out/film.mp4
            audio: [{name: English}, {name: German, codec: copy}]
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["this version cannot render `codec: copy` yet"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: out/film.mp4
            video: {codec: h264}
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
