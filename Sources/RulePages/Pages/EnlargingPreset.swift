import Diagnostics

extension RulePage {
  static let enlargingPreset = RulePage(
    .enlargingPreset,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 640x360}
        timeline:
          - {color: navy, for: 2s}
        outputs:
          - {file: film.mp4, preset: 1920x1080}
        """,
        gives: ["the canvas is 640x360, smaller than the preset '1920x1080', which never enlarges"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080}
        timeline:
          - {color: navy, for: 2s}
        outputs:
          - {file: film.mp4, preset: 1920x1080}
        """),
    ])
}
