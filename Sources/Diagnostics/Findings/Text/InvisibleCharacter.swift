extension DiagnosticID {
  package static let invisibleCharacter = DiagnosticID(
    "invisible-character", .warning, "A character nobody can see",
    explanation: """
      A key, name or path contains a character that is not drawn or that changes the direction of the \
      text, such as a zero-width space. Two names can then look the same and be different, or read \
      differently from what they say. Such characters usually come along when text is copied from a web \
      page or a chat; delete it and type the text again.
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
        remark: "Joiners belong to many scripts and to emoji, and what people read may hold any character."),
    ])
}
