import Basics
import Diagnostics
import YAMLTree

// One set of values as a mapping, in YAML or JSON. Values stay text until their variables' types are known.

extension VariableFile {
  static func readYAML(_ source: SourceText) -> VariableFile {
    let parse = YAMLTree.parse(source)
    guard let root = parse.tree.root, !isAbsent(root) else {
      let problem = Diagnostic(
        .dataSyntax, "the file contains no values", at: SourceRange(0, 0), hint: "write `name: value` lines")
      return VariableFile(
        source: source, sets: [],
        diagnostics: parse.diagnostics.isEmpty ? [problem] : parse.diagnostics)
    }
    guard case .mapping(let entries, _) = root.value else {
      let problem = Diagnostic(
        .wrongType, "the file is not a mapping from variables to values", at: root.range,
        hint: "write `name: value` lines; for several sets of values, use a CSV file")
      return VariableFile(source: source, sets: [], diagnostics: parse.diagnostics + [problem])
    }
    var diagnostics = parse.diagnostics
    var values: [VariableValue] = []
    for entry in entries {
      let name = Located(entry.key, at: entry.keyRange)
      if case .sequence(let elements, _) = entry.value.value,
        let list = VariableList.text(of: elements)
      {
        values.append(VariableValue(name: name, text: Located(list, at: entry.value.range), isList: true))
        continue
      }
      guard case .scalar(let scalar) = entry.value.value else {
        diagnostics.append(nested(entry.key, at: entry.value.range))
        continue
      }
      if scalar.isAbsent {
        diagnostics.append(absent(entry.key, at: entry.keyRange))
      } else {
        values.append(VariableValue(name: name, text: Located(scalar.text, at: entry.value.range)))
      }
    }
    return one(values, entries.map { Located($0.key, at: $0.keyRange) }, source, diagnostics)
  }

  static func readJSON(_ source: SourceText) -> VariableFile {
    var members: [PlacedMember]?
    do throws(JSONProblem) { members = try JSONValue.placedMembers(bytes: source.bytes) } catch {
      let end = min(error.offset + 1, source.bytes.count)
      return broken(
        source,
        Diagnostic(
          .dataSyntax, "invalid JSON: \(error.message)", at: SourceRange(error.offset, end),
          hint: "write an object with variables and their values: `{\"name\": \"value\"}`"))
    }
    guard let members else {
      return broken(
        source,
        Diagnostic(
          .wrongType, "the file is not an object with variables and their values",
          at: SourceRange(0, source.bytes.count),
          hint: "write `{\"name\": \"value\"}`; for several sets of values, use a CSV file"))
    }
    var diagnostics: [Diagnostic] = []
    var values: [VariableValue] = []
    let names = members.map { placed in
      Located(
        placed.member.name, at: SourceRange(placed.nameRange.lowerBound, placed.nameRange.upperBound))
    }
    for (placed, located) in zip(members, names) {
      let name = located.value
      let range = SourceRange(placed.valueRange.lowerBound, placed.valueRange.upperBound)
      let text: String
      var isList = false
      switch placed.member.value {
      case .string(let string): text = string
      case .bool, .integer, .number: text = source[range]
      case .null:
        diagnostics.append(absent(name, at: range))
        continue
      case .array(let elements):
        guard let list = VariableList.text(of: elements) else { fallthrough }
        text = list
        isList = true
      case .object:
        diagnostics.append(nested(name, at: range))
        continue
      }
      values.append(VariableValue(name: located, text: Located(text, at: range), isList: isList))
    }
    return one(values, names, source, diagnostics)
  }

  private static func one(
    _ values: [VariableValue], _ names: [Located<String>], _ source: SourceText, _ diagnostics: [Diagnostic]
  ) -> VariableFile {
    let unread = Set(names.map(\.value)).subtracting(values.map(\.name.value))
    let set = VariableSet(
      number: 1, range: SourceRange(0, source.bytes.count), values: values, unread: unread)
    return VariableFile(
      source: source, names: names, sets: [set], diagnostics: diagnostics.sortedAndUnique())
  }

  private static func isAbsent(_ node: YAMLNode) -> Bool {
    if case .scalar(let scalar) = node.value { scalar.isAbsent } else { false }
  }

  private static func nested(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongType, "the value of `\(name)` is not a single value", at: range,
      hint: "use one variable for each part")
  }

  private static func absent(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .emptyValue, "`\(name)` has no value", at: range,
      hint: "write `\"\"` for an empty text, or remove `\(name)` to use its default")
  }
}
