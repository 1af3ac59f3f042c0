import Diagnostics

extension RulePage {
  static let soundEndsEarly = RulePage(
    .soundEndsEarly,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        audio:
          - clip: talk.mp4
            take: ..10s
        """,
        media: """
          beach.mp4  video 1920x1080 30 12s
          talk.mp4   video 1920x1080 30 12s  audio 48000 stereo 7s
          """,
        gives: ["the sound of 'talk.mp4' ends at 7s of the media, 3s before its item"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        audio:
          - clip: talk.mp4
            take: ..7s
        """,
        media: """
          beach.mp4  video 1920x1080 30 12s
          talk.mp4   video 1920x1080 30 12s  audio 48000 stereo 7s
          """),
    ])
}
