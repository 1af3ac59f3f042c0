extension DiagnosticID {
  package static let transcriptOfOtherMedia = DiagnosticID(
    "transcript-of-other-media", .warning, "A transcript of other media",
    explanation: """
      `editc words --recognizer` notes the SHA-256 digest of the recording in the transcript, and the recording now \
      has another one: it was replaced, trimmed or re-encoded. Words can be at other times than the transcript \
      states, so that cuts lie within words. Have the words recognised again, or restore the recording. If you \
      know that the times are right, remove the member `editc` from the transcript.

      Whole recordings are not read for this check: it needs a digest that an earlier command has cached, \
      except in a render.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        media: {talk: {file: talk.mp4, words: talk.json}}
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {clip: talk, take: ..4s, says: good evening}
        """,
        media: talk("60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"),
        gives: ["'talk.json' is the transcript of another version of 'talk.mp4'"],
        remark: "The file was replaced after its words were recognised."),
      RuleExample(
        """
        edit: 1
        media: {talk: {file: talk.mp4, words: talk.json}}
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {clip: talk, take: ..4s, says: good evening}
        """,
        media: talk("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")),
    ])
}

private func talk(_ digest: String) -> String {
  """
  talk.mp4   digest \(digest) video 1280x720 25 12s  audio 48000 stereo
  talk.json  lines {"editc": {"sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}, \
  "words": [{"word": "Good", "start": 1, "end": 1.4}, {"word": "evening.", "start": 2.2, "end": 3}]}
  """
}
