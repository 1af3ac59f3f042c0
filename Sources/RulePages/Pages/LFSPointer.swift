import Diagnostics

extension RulePage {
  static let lfsPointer = RulePage(
    .lfsPointer,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  lfs-pointer",
        gives: ["'beach.mp4' is a Git LFS pointer; the media itself was not fetched"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
