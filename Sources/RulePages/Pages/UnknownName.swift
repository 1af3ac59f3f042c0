import Diagnostics

extension RulePage {
  static let unknownName = RulePage(
    .unknownName,
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
        gives: ["no item is called 'intor'"]),
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
    ])
}
