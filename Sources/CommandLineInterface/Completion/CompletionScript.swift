/// The shells that have a completion script.
package enum Shell: String, CaseIterable, Hashable, Sendable {
  case bash
  case zsh
  case fish
}

extension CommandLineProgram {
  /// The script with which a shell completes this program's commands, options and values, from their
  /// declarations.
  package func completionScript(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletion
    case .zsh: zshCompletion
    case .fish: fishCompletion
    }
  }

  /// The name of a shell function: only letters, digits and underscores.
  var shellFunction: String { "_" + name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined() }
}

extension Command {
  var options: [ArgumentDeclaration] { arguments.map(\.declaration).filter { !$0.isPositional } }
  var operands: [ArgumentDeclaration] { arguments.map(\.declaration).filter(\.isPositional) }
}

extension ArgumentDeclaration {
  /// `--output`, and `-o` if it exists.
  var spellings: [String] { ["--" + name] + (short.map { ["-\($0)"] } ?? []) }

  /// The part of the help that fits next to a completion.
  var firstSentence: String { help.firstSentence }
}

extension String {
  /// The text up to the first full stop or colon, without it.
  var firstSentence: String {
    let ends = [". ", ": "].compactMap { firstRange(of: $0)?.lowerBound }
    let sentence = self[..<(ends.min() ?? endIndex)]
    return String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence)
  }

  /// The text in single quotes, in which bash and zsh interpret no characters.
  var shellQuoted: String { "'" + replacing("'", with: "'\\''") + "'" }
}
