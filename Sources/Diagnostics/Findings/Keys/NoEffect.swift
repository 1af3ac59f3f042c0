extension DiagnosticID {
  package static let noEffect = DiagnosticID(
    "no-effect", .warning, "The key has no effect",
    explanation: """
      The key sets something that does not exist in this film, so the film is the same without it: `pan` \
      with one channel, a bit rate for a lossless codec. Remove the key, or add what it needs; the message \
      names it.
      """,
    needsMedia: false, formerly: ["conflicting-keys"],
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        mix: {channels: mono}
        timeline:
          - color: navy
            for: 3s
        audio:
          - tone: sine
            for: 3s
            pan: -0.5
        """,
        gives: ["`pan` has no effect: the mix has one channel"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        mix: {channels: stereo}
        timeline:
          - color: navy
            for: 3s
        audio:
          - tone: sine
            for: 3s
            pan: -0.5
        """),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        subtitles:
          - cues: [{at: 1s..2s, text: Hello}]
            title: English
        """,
        gives: ["`title` has no effect: the subtitles are not a stream"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        subtitles:
          - cues: [{at: 1s..2s, text: Hello}]
            mode: stream
            title: English
        """),
    ])
}
