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
        outputs:
          - file: out/film.mov
            video: {codec: prores}
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["`codec: prores` is not rendered yet"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: out/film.mov
            video: {codec: h264}
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
