import Diagnostics

extension RulePage {
  static let neverVisible = RulePage(
    .neverVisible,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 10s}
        overlays:
          - image: logo.png
            place: 1400px, 100px
            width: 10%
          - color: gold
            opacity: 0
        """,
        media: "logo.png  still 640x160",
        gives: [
          "the picture lies outside of the canvas: 128x32 at 1336,84",
          "the item is transparent for as long as it lasts",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - {color: navy, for: 10s}
        overlays:
          - image: logo.png
            place: top right
            width: 10%
          - color: gold
            opacity: 0 -> 0.5
        """,
        media: "logo.png  still 640x160"),
    ])
}
