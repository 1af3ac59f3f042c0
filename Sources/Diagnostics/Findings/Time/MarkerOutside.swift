extension DiagnosticID {
  package static let markerOutside = DiagnosticID(
    "marker-outside", .error, "A marker outside the film",
    explanation: """
      A marker must be within the film, including its start and end. An output that renders part of the \
      film counts chapters from the start of that part. The chapter that is current there begins at the \
      start of the output; chapters outside the part are omitted, which is reported as a note.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 10s}
        markers:
          turn: 12s
        """,
        gives: ["the marker 'turn' is at 12s, outside the film, which lasts from 0s to 10s"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 10s}
        markers:
          Arrival: {at: 0s, chapter: true}
          The sea: {at: 4s, chapter: true}
          Home: {at: 8s, chapter: true}
        outputs:
          - {file: teaser.mp4, range: 2s..6s}
        """,
        gives: ["the chapter 'Home' is not in this output, which shows the film from 2s to 6s"],
        remark: "A note: 'Arrival' begins at the start of the output, 'The sea' 2s later."),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 10s}
        markers:
          Arrival: {at: 0s, chapter: true}
          Home: {at: 8s, chapter: true}
          end: end
        outputs:
          - {file: film.mp4}
        """),
    ])
}
