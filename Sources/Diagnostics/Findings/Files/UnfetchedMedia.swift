extension DiagnosticID {
  package static let unfetchedMedia = DiagnosticID(
    "unfetched-media", .note, "Media that can be fetched",
    explanation: """
      Some of the media are not on this machine, and `from` states where they come from. The script was \
      checked with their facts from the lock beside it (`holiday.edit.lock`). `editc fetch` downloads them, \
      and so does `editc render --fetch`. With `--require-media` a missing file is an error.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        media: {beach: {file: beach.mp4, from: "https://media.example.org/beach.mp4"}}
        timeline: [{clip: beach}]
        """,
        media: "beach.mp4  recorded  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["'beach.mp4' is missing; its facts come from film.edit.lock"],
        remark: "The file is missing, but the lock contains its facts."),
      RuleExample(
        """
        edit: 1
        media:
          beach:
            file: beach.mp4
            from: https://media.example.org/beach.mp4
            sha256: 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
        timeline: [{clip: beach}]
        """,
        media: """
          beach.mp4  digest 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752  video 1920x1080 30 12s
          """),
    ])
}
