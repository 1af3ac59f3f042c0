import Basics
import Diagnostics
import EditScript

extension Rule {
  /// Those in keys and in names of items and outputs are found while reading.
  static let invisibleCharacters = Rule.script(.invisibleCharacter) { script, source in
    let declared = Set(script.media.map(\.name.value))
    let names = script.allItems.flatMap(\.mediaNames).filter { name in
      declared.contains(name.value) || !name.value.looksLikePath
    }
    let paths = (script.mediaPaths + script.outputPaths + script.playlistPaths).eachOnce
    return names.flatMap { findings(in: $0, source, as: "the name", isSafe: true) }
      // The file may really have this name.
      + paths.flatMap { findings(in: $0, source, as: "the path", isSafe: false) }
  }

  private static func findings(
    in text: Located<String>, _ source: SourceText, as word: String, isSafe: Bool
  ) -> [Diagnostic] {
    guard !text.value.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
    let written = characters(in: source[text.range])
    // An escape: the text has no character to point at.
    guard written.isEmpty else {
      return written.map { .invisible($0, inside: word, from: text.range.start, isSafe: isSafe) }
    }
    return characters(in: text.value).prefix(1).map { character in
      Diagnostic(.invisibleCharacter, "\(word) contains \(character.description)", at: text.range)
    }
  }

  /// Some systems use U+202F in the names of screenshots.
  private static func characters(in text: String) -> [InvisibleCharacter] {
    misleadingCharacters(in: text).filter { $0.scalar != "\u{202F}" }
  }
}
