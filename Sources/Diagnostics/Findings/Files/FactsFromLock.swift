extension DiagnosticID {
  package static let factsFromLock = DiagnosticID(
    "facts-from-lock", .note, "Facts come from the lock",
    explanation: """
      Some of the media are not on this machine, so the script was checked with their facts from the lock \
      beside it (`holiday.edit.lock`). Rendering needs the media. With `--require-media` a missing file is \
      an error.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  recorded  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["'beach.mp4' is missing; its facts come from film.edit.lock"],
        remark: "The file is missing, but the lock contains its facts."),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
