extension DiagnosticID {
  package static let descriptionChapters = DiagnosticID(
    "description-chapters", .warning, "YouTube will not accept these chapters",
    explanation: """
      A `.txt` output lists the chapters for a video description. YouTube shows them only if the first \
      starts at 0:00, there are at least three, and each lasts at least 10 seconds.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline: [{color: navy, for: 60s}]
        markers:
          start: {at: 5s, chapter: true}
          middle: {at: 30s, chapter: true}
          turn: {at: 35s, chapter: true}
        outputs: [{file: chapters.txt}]
        """,
        gives: [
          "the first chapter 'start' starts at 0:05, but a description needs one at 0:00",
          "the chapter 'middle' lasts 5s, but a description needs 10 seconds",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline: [{color: navy, for: 60s}]
        markers:
          start: {at: 0s, chapter: true}
          middle: {at: 30s, chapter: true}
          turn: {at: 45s, chapter: true}
        outputs: [{file: chapters.txt}]
        """),
    ])
}
