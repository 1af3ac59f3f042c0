extension DiagnosticID {
  package static let unusedSuppression = DiagnosticID(
    "unused-suppression", .warning, "The comment allows nothing here",
    explanation: """
      A comment `# editc: allow ...` names a rule that has nothing to report in the line that it is about. \
      Remove the name, so that it cannot hide a later finding. An error is never allowed: mend it, and then the \
      comment. Nothing is called unused before everything was checked: not while the script has errors, and \
      without the media only where the rule needs the text alone.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        media:
          beach: beach.mp4  # editc: allow unused-media
        canvas: {size: 1280x720}
        timeline:
          - clip: beach
        """,
        media: "beach.mp4  video 1920x1080 30 12s",
        gives: ["`unused-media` has nothing to report here"]),
      RuleExample(
        """
        edit: 1
        media:
          beach: beach.mp4
          park: park.mp4  # editc: allow unused-media
        canvas: {size: 1280x720}
        timeline:
          - clip: beach
        """,
        media: "beach.mp4  video 1920x1080 30 12s"),
    ])
}
