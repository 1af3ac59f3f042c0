import Diagnostics
import EditScript
import SourceText

extension ScriptRules {
  /// Keys, and the names that items and outputs give themselves, have theirs found where they are read.
  static let invisibleCharacters = ScriptRule(
    .invisibleCharacter,
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
    ]
  ) { script, source in
    let declared = Set(script.media.map(\.name.value))
    let names = script.allItems.flatMap(\.mediaNames).filter { name in
      declared.contains(name.value) || !name.value.looksLikePath
    }
    let paths = (script.mediaPaths + script.outputPaths).eachOnce
    return names.flatMap { findings(in: $0, source, as: "the name", isSafe: true) }
      // The file itself may be called so.
      + paths.flatMap { findings(in: $0, source, as: "the path", isSafe: false) }
  }

  private static func findings(
    in text: Located<String>, _ source: SourceText, as word: String, isSafe: Bool
  ) -> [Diagnostic] {
    guard !text.value.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
    let written = characters(in: source[text.range])
    // An escape: there is no character in the text to point at.
    guard written.isEmpty else {
      return written.map { .invisible($0, inside: word, from: text.range.start, isSafe: isSafe) }
    }
    return characters(in: text.value).prefix(1).map { character in
      Diagnostic(.invisibleCharacter, "\(word) contains \(character.description)", at: text.range)
    }
  }

  /// Some systems write U+202F into the names of the screenshots they take.
  private static func characters(in text: String) -> [InvisibleCharacter] {
    misleadingCharacters(in: text).filter { $0.scalar != "\u{202F}" }
  }
}
