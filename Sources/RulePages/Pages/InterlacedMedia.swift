import Diagnostics

extension RulePage {
  static let interlacedMedia = RulePage(
    .interlacedMedia,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: parade.mov
        """,
        media: "parade.mov  video 1920x1080 25 12s  interlaced",
        gives: [
          "'parade.mov' is interlaced, and editc does not deinterlace yet:"
            + " both fields of a frame are shown woven together, with combs where something moves"
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: parade.mov
        """,
        media: "parade.mov  video 1920x1080 25 12s"),
    ])
}
