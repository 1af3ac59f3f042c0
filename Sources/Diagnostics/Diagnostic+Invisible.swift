package import Basics

extension Diagnostic {
  /// A character that makes a word look like another one, and its removal.
  ///
  /// `word` names the text that contains it ("the key"); `start` is the offset of this text.
  package static func invisible(
    _ character: InvisibleCharacter, inside word: String, from start: Int, severity: Severity? = nil,
    isSafe: Bool = true
  ) -> Diagnostic {
    let first = start + character.offset
    let range = SourceRange(first, first + character.scalar.utf8.count)
    let isBlank = character.scalar == "\u{A0}" || isUnusualBlank(character.scalar)
    let edit = TextEdit(range: range, replacement: isBlank ? " " : "")
    return Diagnostic(
      .invisibleCharacter, severity: severity, "\(word) contains \(character.description)", at: range,
      fixes: [Fix(isBlank ? "write an ordinary space" : "remove it", [edit], isSafe: isSafe)])
  }
}
