package import Basics
package import Diagnostics
import YAMLTree

/// The variables of a script and their values in this reading.
struct VariableTable {
  private(set) var entries: [String: Entry] = [:]
  /// In the order of their declarations.
  private(set) var names: [String] = []

  struct Entry {
    let declaration: VariableDeclaration
    let value: Value
    /// Whether another script declares it.
    fileprivate(set) var isOfOther = false
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

  /// Adds a variable of another script, under its name here.
  mutating func addOfOther(_ declaration: VariableDeclaration, _ value: Value) {
    add(declaration, value)
    entries[declaration.name.value]?.isOfOther = true
  }

  /// The values of a list variable; nil for other variables and unknown names.
  func list(_ name: String) -> [String]? {
    if case .list(let values) = entries[name]?.value { values } else { nil }
  }

  /// The names of declarations that could not be read, which is reported where they are.
  var unread: Set<String> = []

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
  func declareVariables(_ declarations: [VariableDeclaration], written: [String], given: GivenVariables) {
    var table = VariableTable()
    table.unread = Set(written).subtracting(declarations.map(\.name.value))
    for declaration in declarations {
      table.add(declaration, value(of: declaration, given: given))
    }
    let names = declarations.map(\.name.value)
    for name in given.values.keys.sorted() where table.entries[name] == nil && !table.unread.contains(name) {
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
    guard let variables, !isLibrary else { return }
    for name in variables.names {
      guard let entry = variables.entries[name], !entry.isUsed, !entry.isOfOther else { continue }
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
      switch (declaration.standard ?? (given.allowsExamples ? declaration.example : nil))?.value {
      case .text(let text): return .text(text)
      case .list(let values): return .list(values.map(\.value))
      case nil: return .unset
      }
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

  /// Checks that the default, the example and the allowed values have the right type, and that default and example
  /// are allowed.
  private func check(_ declaration: VariableDeclaration) {
    checkRange(of: declaration)
    for text in declaration.allowed { checkWritten(text, of: declaration) }
    for (value, noun) in [(declaration.standard, "default"), (declaration.example, "example")] {
      guard let value else { continue }
      switch value.value {
      case .text(let text):
        if declaration.list?.value == true {
          report(
            Diagnostic(
              .wrongType, "the \(noun) of a list must be a list", at: value.range,
              hint: "write `\(noun): [\(text)]`"))
        }
        check(Located(text, at: value.range), as: noun, of: declaration)
      case .list(let texts):
        if declaration.list?.value == false {
          report(
            Diagnostic(
              .wrongType, "the \(noun) is a list, but the variable is not", at: value.range,
              hint: "remove `list: false`, or write a single value"))
        }
        for text in texts { check(text, as: noun, of: declaration) }
      }
    }
  }

  private func check(_ text: Located<String>, as noun: String, of declaration: VariableDeclaration) {
    guard checkWritten(text, of: declaration) else { return }
    if !declaration.allows(text.value) {
      report(
        Diagnostic(
          .unknownValue, "the \(noun) is not one of the allowed values", at: text.range,
          hint: declaration.allowedHint))
    } else if let problem = declaration.rangeProblem(in: text.value, at: text.range) {
      report(problem)
    }
  }

  /// Returns whether the text is a value of the variable's type.
  @discardableResult
  private func checkWritten(_ text: Located<String>, of declaration: VariableDeclaration) -> Bool {
    let problem = declaration.type.value.problem(in: text.value, at: text.range)
    if let problem { report(problem) }
    if text.value.utf8.contains(UInt8(ascii: "$")), text.value.contains("${") {
      report(
        Diagnostic(
          .variableSyntax, "variables inside the value of a variable are not replaced", at: text.range,
          hint: "write the text instead of `${…}`"))
    }
    return problem == nil
  }

  private func checkRange(of declaration: VariableDeclaration) {
    guard let range = declaration.range else { return }
    let type = declaration.type.value
    guard let example = VariableBounds.example(of: type) else {
      report(
        Diagnostic(
          .keyOfAnotherKind, "`range` is not allowed for variables of the type `\(type.rawValue)`",
          at: range.range, hint: "it belongs to numbers, times and lengths"))
      return
    }
    guard VariableBounds(range.value, of: type) == nil else { return }
    report(
      Diagnostic(
        .wrongType, "`\(range.value)` is not a range of values of the type `\(type.rawValue)`",
        at: range.range,
        hint: "write the least and the greatest value in one unit, such as `\(example)`"))
  }
}

extension VariableDeclaration {
  /// The finding for a text that is not a value of this variable; nil if it is one.
  package func problem(in text: String, at range: SourceRange) -> Diagnostic? {
    guard isList else { return problem(inSingle: text, at: range) }
    guard let list = VariableList(text) else {
      return Diagnostic(
        .wrongType, "`\(name.value)` is a list, but this is a single value", at: range,
        hint: "write the values in brackets: `[a, b]`")
    }
    return list.values.lazy.compactMap { problem(inSingle: $0, at: range) }.first
  }

  private func problem(inSingle text: String, at range: SourceRange) -> Diagnostic? {
    if let problem = type.value.problem(in: text, at: range) {
      return text.contains("->") ? .ramp(passedTo: name.value, at: range) : problem
    }
    guard allows(text) else {
      return Diagnostic(
        .unknownValue, "`\(text)` is not one of the allowed values", at: range, hint: allowedHint)
    }
    return rangeProblem(in: text, at: range)
  }

  /// The finding for a value outside the declared range; nil if it is inside, or if the range is wrong.
  fileprivate func rangeProblem(in text: String, at place: SourceRange) -> Diagnostic? {
    guard let range, let bounds = VariableBounds(range.value, of: type.value) else { return nil }
    switch bounds.contain(text, of: type.value) {
    case true: return nil
    case false:
      return Diagnostic(
        .numberOutOfRange, "`\(text)` is outside `\(range.value)`, the range of `\(name.value)`", at: place)
    case nil:
      return Diagnostic(
        .numberOutOfRange, "`\(text)` cannot be compared with `\(range.value)`, the range of `\(name.value)`",
        at: place, hint: "write it in the unit of the range")
    }
  }

  fileprivate var allowedHint: String {
    "allowed: \(listing(allowed.map(\.value), last: "and"))"
  }

  fileprivate func allows(_ text: String) -> Bool {
    allowed.isEmpty || allowed.contains { $0.value == text }
  }
}

extension VariableType {
  /// The type that a value without one probably has.
  static func guessed(from text: String) -> VariableType {
    let types: [VariableType] = [.flag, .number, .time, .colour, .length]
    return types.first { $0.problem(in: text, at: SourceRange(0, 0)) == nil } ?? .text
  }

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
    case .number: return failure(.anyNumber)
    case .time: return failure(.time)
    case .colour: return failure(.color)
    case .flag: return failure(.flag)
    case .media:
      return text.isEmpty ? Diagnostic(.emptyValue, "a media name or a path is empty", at: range) : nil
    case .length: return failure(.length)
    case .place: return failure(.place)
    case .range: return failure(.range)
    case .font: return text.isEmpty ? Diagnostic(.emptyValue, "a font is empty", at: range) : nil
    }
  }
}
