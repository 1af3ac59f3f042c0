import Diagnostics
import EditScript
import SourceText

extension ScriptRules {
  /// Keys have theirs found where the text is read.
  static let invisibleCharactersInPaths = ScriptRule(
    .invisibleCharacter,
    examples: [
      RuleExample(
        """
        edit: 1
        media: {beach: "be\u{200B}ach.mp4"}
        timeline:
          - clip: beach
          - clip: "pa\\u202Erk.mov"
        outputs:
          - file: out/my\u{A0}film.mp4
        """,
        media: """
          be\u{200B}ach.mp4  video 1920x1080 30 12s
          pa\u{202E}rk.mov   video 1920x1080 30 12s
          """,
        gives: [
          "the path contains U+200B (zero-width space)",
          "the path contains U+202E (changes the direction of text)",
          "the path contains U+00A0 (no-break space)",
        ]),
      RuleExample(
        """
        edit: 1
        media: {beach: "نمی\u{200C}خواهم.mp4"}
        timeline:
          - clip: beach
          - clip: "👩\u{200D}👧/park.mov"
        """,
        media: """
          نمی\u{200C}خواهم.mp4  video 1920x1080 30 12s
          👩\u{200D}👧/park.mov   video 1920x1080 30 12s
          """,
        remark: "Joiners belong to many writing systems and to emoji."),
    ]
  ) { script, source in
    (script.mediaPaths + script.outputPaths).eachOnce.flatMap { path in
      let written = findings(in: source[path.range])
      // An escape: there is no character in the text to point at.
      guard written.isEmpty else { return written.map { finding($0, at: path.range.start, source) } }
      return findings(in: path.value).prefix(1).map { character in
        Diagnostic(.invisibleCharacter, "the path contains \(character.description)", at: path.range)
      }
    }
  }

  private static func findings(in text: String) -> [InvisibleCharacter] {
    invisibleCharacters(in: text).filter { character in
      let isJoiner = character.scalar == "\u{200C}" || character.scalar == "\u{200D}"
      return !isJoiner || text.unicodeScalars.allSatisfy { $0.isASCII || isInvisible($0) }
    }
  }

  private static func finding(
    _ character: InvisibleCharacter, at start: Int, _ source: SourceText
  ) -> Diagnostic {
    let first = start + character.offset
    let range = SourceRange(first, first + character.scalar.utf8.count)
    let isBlank = character.scalar == "\u{A0}"
    let edit = TextEdit(range: range, replacement: isBlank ? " " : "")
    return Diagnostic(
      .invisibleCharacter, "the path contains \(character.description)", at: range,
      // The file itself may be called so.
      fixes: [Diagnostic.Fix(isBlank ? "write an ordinary blank" : "remove it", [edit], isSafe: false)])
  }
}
