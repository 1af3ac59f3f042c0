package import Basics
package import Diagnostics

extension VariableFile {
  /// The values of sets that a script can be read with, and findings about the others, with places in this
  /// file. `script` is the text of the declarations.
  package func checked(
    _ sets: [VariableSet], against declarations: [VariableDeclaration], in script: SourceText,
    limits: VariableFileLimits = .standard
  ) -> (given: [GivenVariables], diagnostics: [Diagnostic]) {
    let declared = Dictionary(
      declarations.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    var check = VariableCheck(declared: declared, names: declarations.map(\.name.value), script: script)
    for name in names where declared[name.value] == nil { check.reportUnknown(name) }
    let given = sets.map { check.given($0) }
    return (given, Self.limited(check.diagnostics, limits.findings))
  }
}

extension VariableFile {
  fileprivate static func single(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongType, "the value of `\(name)` is not a single value", at: range,
      hint: "declare it as a list, with `list: true`, or use one variable for each part")
  }
}

/// Checks sets of values against the declarations of one script.
private struct VariableCheck {
  let declared: [String: VariableDeclaration]
  let names: [String]
  let script: SourceText
  var diagnostics: [Diagnostic] = []
  /// Variables that unknown names probably stand for: their missing values are not reported separately.
  private var meant: Set<String> = []
  private var suggestionsLeft = LanguageLimits.suggestions

  init(declared: [String: VariableDeclaration], names: [String], script: SourceText) {
    self.declared = declared
    self.names = names
    self.script = script
  }

  mutating func given(_ set: VariableSet) -> GivenVariables {
    var given = GivenVariables(refused: set.unread.union(meant))
    for value in set.values {
      guard let declaration = declared[value.name.value] else { continue }
      let problem =
        value.isList && !declaration.isList
        ? VariableFile.single(value.name.value, at: value.text.range)
        : declaration.problem(in: value.text.value, at: value.text.range)
      if let problem {
        let place = script.place(at: declaration.name.range.start)
        let note = Diagnostic.Note(
          "`\(value.name.value)` is declared in \(script.name):\(place.line):\(place.column)", at: nil)
        diagnostics.append(
          Diagnostic(problem.id, problem.message, at: problem.range, notes: [note], hint: problem.hint))
        given.refused.insert(value.name.value)
      } else {
        given.values[value.name.value] = value.text.value
        given.refused.remove(value.name.value)
      }
    }
    return given
  }

  mutating func reportUnknown(_ name: Located<String>) {
    // A column without a name is already reported.
    guard !name.value.isEmpty else { return }
    var suggestion: String?
    if suggestionsLeft > 0 {
      suggestionsLeft -= 1
      suggestion = Suggestion.best(for: name.value, among: names)
    }
    if let suggestion { meant.insert(suggestion) }
    var hint = suggestion.map { "did you mean `\($0)`?" }
    if name.value.first == " " || name.value.last == " " {
      hint = (hint.map { $0 + " " } ?? "") + "spaces around a name are part of the name: remove them"
    }
    diagnostics.append(
      Diagnostic(
        .unknownVariable, "`\(name.value)` is not a variable of \(script.name)", at: name.range,
        hint: hint ?? "declare it under `vars`, or remove it here"))
  }
}
