import Diagnostics

extension RulePage {
  static let pathCase = RulePage(
    .pathCase,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: Footage/Beach.MP4
        """,
        media: "Footage/Beach.MP4  missing  nearby footage/beach.mp4",
        gives: ["there is no file 'Footage/Beach.MP4', but one that is spelled 'footage/beach.mp4'"],
        remark: "The folder holds a file whose name differs in upper and lower case only."),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: footage/beach.mp4
        """,
        media: "footage/beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
