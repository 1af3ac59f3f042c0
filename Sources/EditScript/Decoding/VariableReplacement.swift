import Basics
import Diagnostics
import YAMLTree

extension Reading {
  /// The text with each `${name}` replaced and each `$${` made a literal `${`; nil after a diagnostic.
  ///
  /// The result is not in the source, so its range is the whole scalar.
  func replacingVariables(in scalar: ScalarText) -> ScalarText? {
    guard variables != nil, let pieces = VariablePieces(scalar.text) else { return scalar }
    var text = ""
    var isComplete = true
    let most = YAMLLimits.standard.scalarBytes
    for piece in pieces.list {
      switch piece {
      case .literal(let literal): text += literal
      case .variable(let name, let bytes):
        if let value = use(name, at: scalar.range(of: bytes)) {
          text += inserted(value)
        } else {
          isComplete = false
        }
      case .unfinished(let bytes):
        isComplete = false
        report(
          Diagnostic(
            .variableSyntax, "`${` without a closing `}`", at: scalar.range(of: bytes),
            hint: "write `${name}`, or `$${` for the characters `${`"))
      }
      guard text.utf8.count <= most else {
        report(
          Diagnostic(
            .tooLarge, "this text exceeds \(most) bytes once its variables are replaced",
            at: scalar.range,
            hint: "a key or value may have at most \(most)"))
        return nil
      }
    }
    guard isComplete, takesReplaced(text.utf8.count, at: scalar.range) else { return nil }
    return ScalarText(
      text: text, range: scalar.range, start: nil, getsSuggestions: scalar.getsSuggestions,
      markers: scalar.markers)
  }

  /// The names of the variables in a text.
  func variableNames(in text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: "$")), let pieces = VariablePieces(text) else { return [] }
    return pieces.list.compactMap { piece in
      if case .variable(let name, _) = piece { name } else { nil }
    }
  }

  /// The variables in a text; `whole` is set if the text is one variable and nothing else.
  func variableUse(in text: String) -> VariableUse {
    guard text.utf8.contains(UInt8(ascii: "$")), let pieces = VariablePieces(text) else {
      return VariableUse()
    }
    var use = VariableUse()
    for case .variable(let name, _) in pieces.list { use.names.insert(name) }
    if let name = use.names.first, text == "${\(name)}" { use.whole = name }
    return use
  }

  /// The text with each list variable replaced by its value at `index`; nil if it contains none.
  func choosing(_ index: Int, in text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "$")), let pieces = VariablePieces(text) else { return nil }
    let bytes = Array(text.utf8)
    var chosen: [UInt8] = []
    var position = 0
    for case .variable(let name, let place) in pieces.list {
      guard let values = variables?.list(name), values.indices.contains(index) else { continue }
      markVariable(name)
      chosen += bytes[position..<place.lowerBound] + escaped(inserted(values[index])).utf8
      position = place.upperBound
    }
    return position == 0 ? nil : String(decoding: chosen + bytes[position...], as: UTF8.self)
  }

  /// The value of a variable as it stands in the text that is being read: in markup, its characters are words.
  func inserted(_ value: String) -> String {
    guard isReadingMarkup else { return value }
    return value.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// The text escaped so that replacing variables leaves it unchanged.
  func escaped(_ text: String) -> String { text.replacing("${", with: "$${") }

  /// Marks the variables in an unread value as used, so that a misspelled key does not make them unused.
  func markVariables(in node: YAMLNode) {
    switch node.value {
    case .scalar(let scalar):
      guard let pieces = VariablePieces(scalar.text) else { return }
      for case .variable(let name, _) in pieces.list {
        markVariable(name)
      }
    case .sequence(let elements, _): for element in elements { markVariables(in: element) }
    case .mapping(let entries, _): for entry in entries { markVariables(in: entry.value) }
    }
  }

  private func use(_ name: String, at range: SourceRange) -> String? {
    for character in misleadingCharacters(in: name) where range.count == name.utf8.count + 3 {
      report(.invisible(character, inside: "the name", from: range.start + 2))
    }
    switch value(of: name, namedAt: range) {
    case .text(let text)?: return text
    case .list?:
      report(
        Diagnostic(
          .wrongType, "the variable `\(name)` is a list, but a single value is expected here", at: range,
          notes: (variables?.entries[name]).map { [.init("declared here", at: $0.declaration.name.range)] }
            ?? [],
          hint: "use a list in `each`: `each: {image: \"${\(name)}\"}` shows one after the other"))
      return nil
    case .unset?, .wrong?, nil: return nil
    }
  }

  /// The value of a variable that is named at this place. Reports one that is not declared, for which it is nil, or
  /// that has no value.
  func value(of name: String, namedAt range: SourceRange) -> VariableTable.Value? {
    let isUnread = markVariable(name)
    guard let entry = variables?.entries[name] else {
      if isUnread || variables?.unread.contains(name) == true { return nil }
      reportUndeclared(name, at: range)
      return nil
    }
    if case .unset = entry.value, isQuiet || variables?.shouldReport(name) == true {
      report(
        Diagnostic(
          .unsetVariable, "the variable `\(name)` has no value", at: range,
          notes: [.init("declared here without a default", at: entry.declaration.name.range)],
          hint: "pass `--set \(name)=…` or a `--vars` file, or add a `default`"))
    }
    return entry.value
  }

  private func reportUndeclared(_ name: String, at range: SourceRange) {
    if let problem = problem(withUsedVariable: name, at: range) {
      report(problem)
      return
    }
    let names = variables?.names ?? []
    var suggestion: String?
    if hasSuggestions {
      suggestionsLeft -= 1
      suggestion = Suggestion.best(for: name, among: names)
    }
    // In a condition, the name is written alone.
    let isPlain = range.count == name.utf8.count
    let isWhole = isPlain || range.count == name.utf8.count + 3
    let fixes = suggestion.map { meant in
      let written = isPlain ? meant : "${\(meant)}"
      return [
        Diagnostic.Fix(
          "write `\(written)`", [TextEdit(range: range, replacement: written)],
          isSafe: names.count { Suggestion.isSameWord($0, name) } == 1)
      ]
    }
    report(
      Diagnostic(
        .unknownVariable, "there is no variable `\(name)`", at: range,
        hint: suggestion.map { isPlain ? "did you mean `\($0)`?" : "did you mean `${\($0)}`?" }
          ?? (isPlain
            ? "declare it under `vars`" : "declare it under `vars`, or write `$${` for the characters `${`"),
        fixes: isWhole ? fixes ?? [] : []))
  }
}

/// The variables in a scalar.
package struct VariableUse: Hashable, Sendable {
  package fileprivate(set) var names: Set<String> = []
  /// The variable, if the scalar is nothing else.
  package fileprivate(set) var whole: String?
}

/// A text split at its variables.
private struct VariablePieces {
  private(set) var list: [Piece] = []

  enum Piece {
    case literal(String)
    /// The name, and the bytes from `${` to `}`.
    case variable(String, Range<Int>)
    case unfinished(Range<Int>)
  }

  /// Nil if the text contains no `${`.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    var position = 0
    var literalStart = 0
    var isPlain = true
    func literal(to end: Int) -> Piece {
      .literal(String(decoding: bytes[literalStart..<end], as: UTF8.self))
    }
    while position + 1 < bytes.count {
      guard bytes[position] == UInt8(ascii: "$") else {
        position += 1
        continue
      }
      if bytes[position + 1] == UInt8(ascii: "$"), position + 2 < bytes.count,
        bytes[position + 2] == UInt8(ascii: "{")
      {
        isPlain = false
        list.append(literal(to: position))
        literalStart = position + 1
        position += 3
      } else if bytes[position + 1] == UInt8(ascii: "{") {
        isPlain = false
        list.append(literal(to: position))
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "}")) else {
          list.append(.unfinished(position..<position + 2))
          return
        }
        let name = String(decoding: bytes[(position + 2)..<end], as: UTF8.self)
        list.append(.variable(name, position..<end + 1))
        position = end + 1
        literalStart = position
      } else {
        position += 1
      }
    }
    guard !isPlain else { return nil }
    list.append(literal(to: bytes.count))
  }
}
