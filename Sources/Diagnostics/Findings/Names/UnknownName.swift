extension DiagnosticID {
  package static let unknownName = DiagnosticID(
    "unknown-name", .error, "Nothing has this name",
    explanation: """
      A time or an override refers to a name that no item or sequence has. Give the item a `name`, or use \
      one of the names in the message.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            name: intro
        overlays:
          - image: logo.png
            at: intor.end - 3s
        """,
        media: """
          beach.mp4  video 1920x1080 30 12s  audio 48000 stereo
          logo.png   still 640x160
          """,
        gives: ["no item is named 'intor'"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            name: intro
        overlays:
          - image: logo.png
            at: intro.end - 3s
        """,
        media: """
          beach.mp4  video 1920x1080 30 12s  audio 48000 stereo
          logo.png   still 640x160
          """),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - sequence: opning
        overlays:
          - {sequence: closing, width: 50%}
        sequences:
          opening:
            - {color: navy, for: 2s}
          closing:
            - sequence: opening
        """, gives: ["there is no sequence 'opning'"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - sequence: opening
        overlays:
          - {sequence: closing, width: 50%}
        sequences:
          opening:
            - {color: navy, for: 2s}
          closing:
            - sequence: opening
        """),
    ])
}
