extension DiagnosticID {
  package static let mixedOrientation = DiagnosticID(
    "mixed-orientation", .error, "Portrait and landscape are mixed",
    explanation: """
      Some main clips are portrait and others landscape, as displayed. On any canvas, some of them would \
      get bars or lose most of their picture. Write `fit` in the clips that do not match, choose other \
      clips, or allow the mix with `checks: {orientation: any}`.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
          - clip: phone.mp4
        """,
        media: """
          beach.mp4  video 1920x1080 30 12s
          phone.mp4  video 1080x1920 30 9s
          """,
        gives: ["'phone.mp4' is portrait (1080x1920), but 'beach.mp4' is landscape (1920x1080)"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080}
        timeline:
          - clip: beach.mp4
          - clip: phone.mp4
            fit: contain
        """,
        media: """
          beach.mp4  video 1920x1080 30 12s
          phone.mp4  video 1080x1920 30 9s
          """,
        remark: "An explicit `fit` shows that the mismatch is intended."),
    ])
}
