package import Basics
import Diagnostics
package import EditScript
import ScriptWriting

/// Why a name cannot be used, as a sentence.
package struct RenamingProblem: Error, Hashable, Sendable {
  package let message: String

  package init(message: String) { self.message = message }
}

extension ScriptText {
  /// The name at an offset that can be changed; nil if there is none, or if it is not declared in the script.
  package func renamable(at offset: Int) -> NamedPlace? {
    // The names of other scripts are parts of names.
    guard let place = names.place(at: offset), place.thing != .use, names.declaration(of: place) != nil else {
      return nil
    }
    return place
  }

  /// The edits that rename what is at an offset, wherever the script names it.
  ///
  /// The new text is parsed, and a name that would have another meaning at one of these places is rejected.
  package func renaming(at offset: Int, to name: String) throws(RenamingProblem) -> [TextEdit] {
    guard let place = renamable(at: offset) else {
      throw RenamingProblem(message: "there is no declared name here")
    }
    guard name != place.name else { return [] }
    try check(name, for: place)
    let edits = names.places(of: place).map { edit(of: $0, to: name) }
    guard let bytes = source.bytes(applying: edits) else {
      throw RenamingProblem(message: "the names in this script overlap")
    }
    try check(ScriptText(SourceText(name: source.name, bytes: bytes)), place, name)
    return edits
  }

  func edit(of place: NamedPlace, to name: String) -> TextEdit {
    guard place.isWhole else { return TextEdit(range: place.range, replacement: name) }
    let written = writtenScalar(name)
    // Quotes that the old name did not need are the author's choice.
    let keepsQuotes = place.range != place.scalar && writtenScalar(place.name) == place.name
    guard keepsQuotes, !name.contains(where: { "\"'\\".contains($0) }) else {
      return TextEdit(range: place.scalar, replacement: written)
    }
    return TextEdit(range: place.range, replacement: name)
  }

  private func check(_ name: String, for place: NamedPlace) throws(RenamingProblem) {
    if name.isEmpty { throw RenamingProblem(message: "a name cannot be empty") }
    let isTaken = names.declarations.contains {
      $0.thing == place.thing && $0.name == name && (place.thing != .item || $0.sequence == place.sequence)
    }
    if isTaken { throw RenamingProblem(message: "there is already a \(place.thing.noun) '\(name)'") }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw RenamingProblem(message: "a name cannot contain line breaks or control characters")
    }
    switch place.thing {
    case .item, .output, .sequence, .style: try checkGrammar(of: name)
    case .marker: if isUsedInTimes(place) { try checkGrammar(of: name) }
    case .variable, .parameter:
      if name.contains("}") || name.contains("$") {
        throw RenamingProblem(message: "a variable name cannot contain `}` or `$`")
      }
    case .media:
      if name.isURL { throw RenamingProblem(message: "'\(name)' would be read as a URL") }
    case .file, .script, .font, .ffmpegFilter, .use: break
    }
  }

  private func checkGrammar(of name: String) throws(RenamingProblem) {
    let text = ScalarText(text: name, range: SourceRange(0, name.utf8.count), start: nil)
    if case .failure(let problem) = ValueGrammar<String>.name.read(text) {
      throw RenamingProblem(message: problem.diagnostic.hint ?? problem.diagnostic.message)
    }
  }

  private func isUsedInTimes(_ place: NamedPlace) -> Bool {
    names.places(of: place).contains { !$0.isDeclaration }
  }

  /// Checks that the new name has the meaning of the old one everywhere, and that there are no new mistakes.
  private func check(_ new: ScriptText, _ place: NamedPlace, _ name: String) throws(RenamingProblem) {
    let count = names.places(of: place).count
    let found = new.names.places.filter {
      $0.thing == place.thing && $0.name == name && $0.sequence == place.sequence
    }
    let (before, after) = (mistakes, new.mistakes)
    guard found.count == count, before == after else {
      throw RenamingProblem(message: "'\(name)' would be read as something else in this script")
    }
  }

  /// The ids of the findings of reading the script.
  private var mistakes: [String] {
    let reading = EditScript.read(tree, in: source)
    return (findings + reading.diagnostics).map(\.id.name).sorted()
  }
}

extension NamedThing {
  /// Without its article.
  package var noun: String {
    switch self {
    case .media: "media name"
    case .sequence: "sequence"
    case .item: "item"
    case .marker: "marker"
    case .variable: "variable"
    case .output: "output"
    case .style: "style"
    case .use: "name of other scripts"
    case .parameter: "parameter"
    case .file: "file"
    case .script: "script"
    case .font: "font"
    case .ffmpegFilter: "FFmpeg filter"
    }
  }
}
