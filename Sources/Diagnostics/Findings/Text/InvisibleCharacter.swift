extension DiagnosticID {
  package static let invisibleCharacter = DiagnosticID(
    "invisible-character", .warning, "An invisible or misleading character",
    explanation: """
      A key, name or path contains a character that is invisible or changes the text direction, such as a \
      zero-width space. Two different names can then look identical. Such characters usually come from \
      copied text: delete the character and retype the word.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            na\u{2060}me: int\u{AD}ro
        outputs: [{file: film.mp4, name: "\u{2066}film"}]
        """,
        media: "beach.mp4  video 1920x1080 30 12s",
        gives: [
          "the key contains U+2060 (word joiner)", "the name contains U+00AD (soft hyphen)",
          "the name contains U+2066 (changes the direction of text)",
        ]),
      RuleExample(
        """
        edit: 1
        title: soft\u{AD}hyphen, \u{2067}direction\u{2069}
        media: {beach: "نمی\u{200C}خواهم.mp4", 👩\u{200D}👧: family.mov}
        timeline:
          - clip: beach
            note: no\u{A0}break
          - {clip: 👩\u{200D}👧, name: 👩\u{200D}👧}
        """,
        media: """
          نمی\u{200C}خواهم.mp4  video 1920x1080 30 12s
          family.mov   video 1920x1080 30 12s
          """,
        remark: "Many writing systems and emoji use joiners, and text for people may contain any character."),
    ])
}
