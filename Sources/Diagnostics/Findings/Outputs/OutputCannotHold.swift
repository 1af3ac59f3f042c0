extension DiagnosticID {
  package static let outputCannotHold = DiagnosticID(
    "output-cannot-hold", .error, "Not possible in this output",
    explanation: """
      The requested file cannot store something: some containers have no chapters or stems, and an output \
      without sound has no stems. Every output needs a picture or sound. Choose another container, or \
      remove the key named in the message.
      """,
    needsMedia: false, formerly: ["conflicting-keys"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: film.wav
            stems: true
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [".wav files have one audio track, so they cannot contain stems"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: film.m4a
            stems: true
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
