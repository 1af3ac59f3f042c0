extension DiagnosticID {
  package static let unusedSuppression = DiagnosticID(
    "unused-suppression", .warning, "The comment suppresses nothing",
    explanation: """
      A comment `# editc: allow ...` names a rule that reports nothing on its line. Remove the name, \
      because it could hide a later finding. Errors cannot be suppressed: fix the error and remove the \
      comment. This rule is checked only if the script has no errors and, without the media, only for \
      rules that do not need them.
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
        gives: ["`unused-media` reports nothing here"]),
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
