import Diagnostics

extension RulePage {
  static let unknownMedia = RulePage(
    .unknownMedia,
    examples: [
      RuleExample(
        """
        edit: 1
        media: {beach: beach.mp4}
        timeline:
          - clip: beach
            take: ..5s
          - clip: beech
            take: 5s..
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["no media is called 'beech'"]),
      RuleExample(
        """
        edit: 1
        media: {beach: beach.mp4}
        timeline:
          - clip: beach
            take: ..5s
          - clip: beach.mp4
            take: 5s..
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        remark: "A path needs no declaration."),
    ])
}
