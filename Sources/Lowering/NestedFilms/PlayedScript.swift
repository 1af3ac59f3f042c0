package import Basics
package import Diagnostics
package import EditScript

/// Another script as one item plays it.
package struct PlayedScript {
  package let path: Located<String>
  private let passed: Located<PassedValues>?
  private let script: EditScript
  private let text: CalledText

  init(path: Located<String>, passed: Located<PassedValues>?, _ script: EditScript, _ text: CalledText) {
    self.path = path
    self.passed = passed
    self.script = script
    self.text = text
  }

  /// Nil for other items, and for a film that was not resolved as another script.
  package init?(_ item: Item, playing film: LoweredFilm) {
    guard case .edit(let path) = item.kind, let text = film.text else { return nil }
    self.init(path: path, passed: item.passed, film.script, text)
  }
}

extension PlayedScript {
  /// The findings of the other script, as reported by the script that plays it: errors, and warnings that `lint` of
  /// the other script does not report, because they depend on passed values or the inherited canvas.
  package func reported(_ findings: [Diagnostic]) -> [Diagnostic] {
    let errors = findings.filter { $0.severity == .error }.map(reported)
    // Of a film with wrong values, warnings are only a consequence.
    guard isVaried, !text.findings(about: passed, to: path).hasErrors else {
      return Array(errors.prefix(Self.mostFindings))
    }
    let warnings = findings.filter { $0.severity == .warning && dependsOnItem($0) }.map(reported)
    return errors.prefix(Self.mostFindings) + limited(warnings)
  }

  /// Whether the item changes the film: by what it passes, or by its canvas.
  package var isVaried: Bool { passed != nil || script.canvas.inheritsCanvas }

  private static let mostFindings = 3

  private func limited(_ warnings: [Diagnostic]) -> [Diagnostic] {
    guard warnings.count > Self.mostFindings, let last = warnings.prefix(Self.mostFindings).last else {
      return warnings
    }
    let others = warnings.count - Self.mostFindings
    let note = Diagnostic.Note("\(others) more such findings in '\(path.value)'", at: nil)
    return warnings.prefix(Self.mostFindings - 1) + [
      Diagnostic(
        last.id, severity: last.severity, last.message, at: last.range, notes: last.notes + [note],
        hint: last.hint)
    ]
  }

  private func dependsOnItem(_ finding: Diagnostic) -> Bool {
    if script.canvas.inheritsCanvas { return true }
    return finding.range.flatMap { text.passedValue(at: $0, passed?.value) } != nil
  }

  private func reported(_ finding: Diagnostic) -> Diagnostic {
    let message = "in '\(path.value)': \(finding.message)"
    guard isVaried, let range = finding.range else {
      return Diagnostic(
        finding.id, severity: finding.severity, message, at: path.range,
        hint: "`editc lint \(shellWord(path.value))` shows where")
    }
    let value = text.passedValue(at: range, passed?.value)
    return Diagnostic(
      finding.id, severity: finding.severity, message, at: value?.value.range ?? path.range,
      notes: [.init("at \(text.place(of: range, in: path.value))", at: nil)], hint: finding.hint)
  }
}

extension CalledText {
  /// The value on which the text at a place depends; nil if it depends on none, or on several.
  func passedValue(at place: SourceRange, _ passed: PassedValues?) -> PassedValue? {
    guard let passed, !uses.isEmpty else { return nil }
    let used = uses.filter { range, _ in
      range.start <= place.start && place.end <= range.end
        || place.start <= range.start && range.end <= place.end
    }.reduce(into: Set<String>()) { $0.formUnion($1.value.names) }
    let values = passed.list.filter { value in
      variables.contains { $0.isNamed(value.name.value) && used.contains($0.name.value) }
    }
    return values.count == 1 ? values[0] : nil
  }

  /// `titles/name.edit:6:3`
  package func place(of range: SourceRange, in path: String) -> String {
    let place = source.place(at: range.start)
    return "\(path):\(place.line):\(place.column)"
  }
}

// MARK: - Values

extension CalledText {
  /// What is wrong with the values that an item passes to this script.
  /// `place` is where another value can be added.
  func findings(
    about passed: Located<PassedValues>?, to path: Located<String>, at place: InsertionPlace? = nil
  ) -> [Diagnostic] {
    let values = passed?.value.list ?? []
    return values.compactMap { finding(about: $0, among: values, to: path) }
      + variables.filter { variable in
        variable.isRequired && !values.contains { variable.isNamed($0.name.value) }
          && passed?.value.unread.contains(where: variable.isNamed) != true
          && !values.contains { isProbably($0.name.value, variable) }
      }.map { .missingParameter($0, of: path, besideOthers: passed != nil, at: place) }
  }

  /// Whether an unknown name probably stands for a variable, so that its value is not missing as well.
  private func isProbably(_ name: String, _ variable: VariableDeclaration) -> Bool {
    !variables.contains { $0.isNamed(name) } && suggestion(for: name) == variable.name.value
  }

  private func suggestion(for name: String) -> String? {
    Suggestion.best(for: name, among: variables.filter { !$0.isPrivate }.map(\.name.value))
  }

  private func finding(
    about value: PassedValue, among others: [PassedValue], to path: Located<String>
  ) -> Diagnostic? {
    guard let variable = variables.first(where: { $0.isNamed(value.name.value) }) else {
      return .unknownParameter(
        value.name, of: path, suggestion: suggestion(for: value.name.value),
        hasOthers: variables.contains { !$0.isPrivate })
    }
    if variable.isPrivate { return .privateName(value.name, of: path) }
    if let problem = problem(with: value, of: variable) {
      let declared =
        "`\(variable.name.value)` is declared in \(place(of: variable.name.range, in: path.value))"
      return Diagnostic(
        problem.id, problem.message, at: value.value.range, notes: [.init(declared, at: nil)],
        hint: problem.hint)
    }
    guard variable.name.value != value.name.value else { return nil }
    let isPassed = others.contains { $0.name.value == variable.name.value }
    return .renamedParameter(value.name, to: variable.name.value, of: path, besideNew: isPassed)
  }

  private func problem(with value: PassedValue, of variable: VariableDeclaration) -> Diagnostic? {
    if case .list = value.value.value, !variable.isList {
      return Diagnostic(
        .wrongType, "`\(variable.name.value)` is a single value, but this is a list", at: value.value.range,
        hint: "pass one of its values, or play the script in an `each`")
    }
    return variable.problem(in: value.given, at: value.value.range)
  }
}

extension GivenVariables {
  /// The values that a playing script passes. Those that are wrong or missing are reported where they are passed.
  package init(passedBy call: ScriptCall, to declarations: [VariableDeclaration]) {
    self.init(allowsExamples: false)
    for declaration in declarations {
      guard !declaration.isPrivate,
        let text = declaration.names.lazy.compactMap({ call.values[$0] }).first
      else {
        if declaration.isRequired { refused.insert(declaration.name.value) }
        continue
      }
      if declaration.problem(in: text, at: declaration.name.range) == nil {
        values[declaration.name.value] = text
      } else {
        refused.insert(declaration.name.value)
      }
    }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func unknownParameter(
    _ name: Located<String>, of path: Located<String>, suggestion: String?, hasOthers: Bool
  ) -> Diagnostic {
    guard hasOthers else {
      return Diagnostic(
        .unknownParameter, "'\(path.value)' has no parameters", at: name.range,
        hint: "remove `with`, or declare `\(name.value)` under its `vars`")
    }
    return Diagnostic(
      .unknownParameter, "'\(path.value)' has no parameter `\(name.value)`", at: name.range,
      hint: suggestion.map { "did you mean `\($0)`?" } ?? "its parameters are the variables under its `vars`",
      fixes: suggestion.map {
        [Fix("write `\($0)`", [TextEdit(range: name.range, replacement: $0)], isSafe: false)]
      } ?? [])
  }

  fileprivate static func missingParameter(
    _ variable: VariableDeclaration, of path: Located<String>, besideOthers: Bool,
    at place: InsertionPlace?
  ) -> Diagnostic {
    let example = variable.example?.value.textInBraces
    let entry = "\(variable.name.value): \(example ?? "…")"
    let written = besideOthers ? entry : "with: {\(entry)}"
    return Diagnostic(
      .missingParameter, "'\(path.value)' requires `\(variable.name.value)`", at: path.range,
      notes: variable.note.map { [.init("\(variable.name.value): \($0.value)", at: nil)] } ?? [],
      hint: besideOthers ? "add `\(entry)` to `with`" : "write `\(written)` beside `edit`",
      fixes: example == nil
        ? []
        : place.map { [Fix("pass `\(entry)`", [$0.inserting(written)], isSafe: false)] } ?? [])
  }

  fileprivate static func privateName(_ name: Located<String>, of path: Located<String>) -> Diagnostic {
    Diagnostic(
      .privateName, "`\(name.value)` is private to '\(path.value)'", at: name.range,
      hint: "names that begin with `_` are for the script itself: remove it here, or rename it there")
  }

  fileprivate static func renamedParameter(
    _ name: Located<String>, to new: String, of path: Located<String>, besideNew: Bool
  ) -> Diagnostic {
    if besideNew {
      return Diagnostic(
        .renamedParameter, severity: .error,
        "`\(name.value)` of '\(path.value)' is now `\(new)`, which is passed, too", at: name.range,
        hint: "remove `\(name.value)`")
    }
    return Diagnostic(
      .renamedParameter, "`\(name.value)` of '\(path.value)' is now `\(new)`", at: name.range,
      hint: "write `\(new)`",
      fixes: [Fix("write `\(new)`", [TextEdit(range: name.range, replacement: new)], isSafe: true)])
  }
}
