import Basics
import Diagnostics
import YAMLTree

/// The variables of a script and their values in this reading.
struct VariableTable {
  private(set) var entries: [String: Entry] = [:]
  /// In the order of their declarations.
  private(set) var names: [String] = []

  struct Entry {
    let declaration: VariableDeclaration
    let value: Value
    fileprivate(set) var isUsed = false
    fileprivate(set) var isReported = false
  }

  enum Value {
    case text(String)
    case list([String])
    /// Neither a default nor a value from outside.
    case unset
    /// Given, and reported as wrong.
    case wrong
  }

  fileprivate mutating func add(_ declaration: VariableDeclaration, _ value: Value) {
    let name = declaration.name.value
    guard entries[name] == nil else { return }
    names.append(name)
    entries[name] = Entry(declaration: declaration, value: value)
  }

  /// The values of a list variable; nil for other variables and unknown names.
  func list(_ name: String) -> [String]? {
    if case .list(let values) = entries[name]?.value { values } else { nil }
  }

  mutating func markUsed(_ name: String) { entries[name]?.isUsed = true }

  /// True at the first call for a variable.
  mutating func shouldReport(_ name: String) -> Bool {
    guard entries[name]?.isReported == false else { return false }
    entries[name]?.isReported = true
    return true
  }
}

// MARK: - Declaring

extension Reading {
  /// Fills the table from the declarations and the given values.
  func declareVariables(_ declarations: [VariableDeclaration], given: GivenVariables) {
    var table = VariableTable()
    for declaration in declarations {
      table.add(declaration, value(of: declaration, given: given))
    }
    let names = declarations.map(\.name.value)
    for name in given.values.keys.sorted() where table.entries[name] == nil {
      let suggestion = Suggestion.best(for: name, among: names)
      report(
        Diagnostic(
          .unknownVariable, "`--set \(name)=…` is not a variable of this script", at: nil,
          hint: suggestion.map { "did you mean `\($0)`?" } ?? "declare it under `vars`"))
    }
    variables = table
  }

  /// Reports each variable that no scalar uses.
  func reportUnusedVariables() {
    guard let variables else { return }
    for name in variables.names {
      guard let entry = variables.entries[name], !entry.isUsed else { continue }
      report(
        Diagnostic(
          .unusedVariable, "the variable `\(name)` is never used", at: entry.declaration.name.range,
          hint: "write `${\(name)}` where the value belongs, or remove the variable"))
    }
  }

  private func value(of declaration: VariableDeclaration, given: GivenVariables) -> VariableTable.Value {
    check(declaration)
    let name = declaration.name.value
    if given.refused.contains(name) { return .wrong }
    guard let text = given.values[name] else {
      if let list = declaration.defaultList { return .list(list.value.map(\.value)) }
      return declaration.defaultText.map { .text($0.value) } ?? .unset
    }
    guard let problem = declaration.problem(in: text, at: declaration.name.range) else {
      return declaration.isList ? .list(VariableList(text)?.values ?? []) : .text(text)
    }
    report(
      Diagnostic(
        problem.id, "`--set \(name)=\(text)`: \(problem.message)", at: nil,
        notes: [.init("`\(name)` is declared here", at: declaration.name.range)], hint: problem.hint))
    return .wrong
  }

  /// Checks that the default and the allowed values have the right type, and that the default is allowed.
  private func check(_ declaration: VariableDeclaration) {
    let defaults = [declaration.defaultText].compactMap(\.self) + (declaration.defaultList?.value ?? [])
    let written = declaration.allowed + defaults
    for text in written {
      if let problem = declaration.type.value.problem(in: text.value, at: text.range) { report(problem) }
      if text.value.utf8.contains(UInt8(ascii: "$")), text.value.contains("${") {
        report(
          Diagnostic(
            .variableSyntax, "variables inside the value of a variable are not replaced", at: text.range,
            hint: "write the text instead of `${…}`"))
      }
    }
    if declaration.list?.value == true, let text = declaration.defaultText {
      report(
        Diagnostic(
          .wrongType, "the default of a list must be a list", at: text.range,
          hint: "write `default: [\(text.value)]`"))
    } else if declaration.list?.value == false, let list = declaration.defaultList {
      report(
        Diagnostic(
          .wrongType, "the default is a list, but the variable is not", at: list.range,
          hint: "remove `list: false`, or write a single value"))
    }
    for text in defaults where !declaration.allows(text.value) {
      report(
        Diagnostic(
          .unknownValue, "the default is not one of the allowed values", at: text.range,
          hint: declaration.allowedHint))
    }
  }
}

extension VariableDeclaration {
  /// The finding for a text that is not a value of this variable; nil if it is one.
  func problem(in text: String, at range: SourceRange) -> Diagnostic? {
    guard isList else { return problem(inSingle: text, at: range) }
    guard let list = VariableList(text) else {
      return Diagnostic(
        .wrongType, "`\(name.value)` is a list, but this is a single value", at: range,
        hint: "write the values in brackets: `[a, b]`")
    }
    return list.values.lazy.compactMap { problem(inSingle: $0, at: range) }.first
  }

  private func problem(inSingle text: String, at range: SourceRange) -> Diagnostic? {
    if let problem = type.value.problem(in: text, at: range) { return problem }
    guard !allows(text) else { return nil }
    return Diagnostic(
      .unknownValue, "`\(text)` is not one of the allowed values", at: range, hint: allowedHint)
  }

  fileprivate var allowedHint: String {
    "allowed: \(listing(allowed.map(\.value), last: "and"))"
  }

  fileprivate func allows(_ text: String) -> Bool {
    allowed.isEmpty || allowed.contains { $0.value == text }
  }
}

extension VariableType {
  /// The finding for a text that is not a value of this type; nil if it is one.
  fileprivate func problem(in text: String, at range: SourceRange) -> Diagnostic? {
    let scalar = ScalarText(text: text, range: range, start: nil)
    func failure<Value>(_ grammar: ValueGrammar<Value>) -> Diagnostic? {
      guard case .failure(let problem) = grammar.read(scalar) else { return nil }
      let found = problem.diagnostic
      return Diagnostic(found.id, found.message, at: range, hint: found.hint)
    }
    switch self {
    case .text: return nil
    case .number:
      return failure(.number(in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude))
    case .time: return failure(.time)
    case .colour: return failure(.color)
    case .flag: return failure(.flag)
    case .media:
      return text.isEmpty ? Diagnostic(.emptyValue, "a media name or a path is empty", at: range) : nil
    }
  }
}
