extension DiagnosticID {
  package static let noSuchChapter = DiagnosticID(
    "no-such-chapter", .error, "The media have no such chapter",
    explanation: """
      A time names a chapter that the media does not have, that several chapters are called, or that the item \
      does not play. `editc probe FILE` lists the chapters of a file with their times. Write the name as the file \
      spells it, or the number of the chapter, as in `chapter(2)`.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {clip: talk.mp4, take: chapter("Question")}
        outputs: [{file: a.mp4, keep: [chapters]}]
        """,
        media: "talk.mp4  video 1280x720 25 20s  chapter Hello 0s..8s  chapter Questions 8s..20s",
        gives: ["the media has no chapter 'Question'"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {clip: talk.mp4, name: talk, take: chapter("Hello")..}
        overlays:
          - {color: navy, at: talk.chapter("Questions"), for: 2s, opacity: 0.5}
        outputs: [{file: a.mp4, keep: [chapters]}]
        """,
        media: "talk.mp4  video 1280x720 25 20s  chapter Hello 0s..8s  chapter Questions 8s..20s"),
    ])
}
