import Diagnostics

extension RulePage {
  static let transitionAtEdge = RulePage(
    .transitionAtEdge,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - transition: fade through black 1s
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: [
          "the transition stands between two items, but there is none before it"
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - gap: 1s
          - transition: dissolve 1s
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
