extension DiagnosticID {
  package static let noSuchWords = DiagnosticID(
    "no-such-words", .error, "Words that are not spoken",
    explanation: """
      `says` contains words of the transcript that are within the item's `take`, in their order. Only letters \
      and digits are compared, in either case. The message names the first word that does not follow the \
      ones before it. Words in another order need several items.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        media: {talk: {file: talk.mp4, words: talk.json}}
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {clip: talk, take: ..4s, says: good morning}
        """,
        media: talk, gives: ["'morning' is not spoken after 'good' in this take"]),
      RuleExample(
        """
        edit: 1
        media: {talk: {file: talk.mp4, words: talk.json}}
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {clip: talk, take: ..4s, says: good evening}
        """,
        media: talk),
    ])
}

private let talk = """
  talk.mp4   video 1280x720 25 12s  audio 48000 stereo
  talk.json  lines {"words": [{"word": "Good", "start": 1, "end": 1.4}, {"word": "uh", "start": 1.6, "end": 2}, {"word": "evening.", "start": 2.2, "end": 3}]}
  """
