extension DiagnosticID {
  package static let outputCannotHold = DiagnosticID(
    "output-cannot-hold", .error, "The output cannot hold it",
    explanation: """
      The file that is asked for has no place for something: some containers hold no chapters or no stems, \
      and an output without sound has no stems. An output needs a picture or sound. Choose another \
      container, or remove the key that the message names.
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
        gives: ["a .wav file holds one track of sound, and no stems"]),
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
