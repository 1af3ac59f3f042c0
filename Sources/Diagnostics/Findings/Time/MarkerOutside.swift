extension DiagnosticID {
  package static let markerOutside = DiagnosticID(
    "marker-outside", .error, "A marker outside of the film",
    explanation: """
      A marker names a moment of the film: from its start to its end, which counts as well. One outside of it \
      is an error. Where an output shows only a part of the film, its chapters count from the start of that \
      part; the chapter that runs when it begins begins with it, and those that lie outside of it are left out, \
      for information.
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
        gives: ["the marker 'turn' is at 12s, outside of the film, which lasts from 0s to 10s"]),
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
        remark: "For information: 'Arrival' begins with the output, 'The sea' 2s later."),
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
