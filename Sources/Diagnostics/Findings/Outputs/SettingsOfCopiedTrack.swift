extension DiagnosticID {
  package static let settingsOfCopiedTrack = DiagnosticID(
    "settings-of-copied-track", .error, "Encoding settings for copied tracks",
    explanation: """
      The output copies the picture or the sound from the media unchanged, so encoder settings have no \
      effect, and stems cannot be mixed. Remove the settings, or remove `codec: copy` or `mode: \
      passthrough` to encode.
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
            video: {quality: 20}
            mode: passthrough
        """,
        media: "beach.mp4  video 1920x1080 30 12s  keys 2s  audio 48000 stereo",
        gives: ["a copied picture is unchanged, so `quality` has no effect"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: film.mp4
            video: {quality: 20}
        """,
        media: "beach.mp4  video 1920x1080 30 12s  keys 2s  audio 48000 stereo"),
    ])
}
