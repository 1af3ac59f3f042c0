import Diagnostics

extension RulePage {
  static let notSupportedYet = RulePage(
    .notSupportedYet,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            rotate: 15deg
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["`rotate` is not rendered yet"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
          - clip: beach.mp4
            enabled: false
            rotate: 15deg
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        remark: "An item that is switched off is checked and takes no part in the film."),
    ])
}
