import Basics

/// A parameter of the script: `vars: {name: {type: text, default: Ada}}`.
package struct VariableDeclaration: Hashable, Sendable {
  package var name: Located<String>
  package var type: Located<VariableType>
  /// The value if none is given.
  package var standard: Located<VariableTexts>?
  /// The value for linting and previewing the script if none is given.
  package var example: Located<VariableTexts>?
  /// Whether its value is a list; nil if nothing is written.
  package var list: Located<Bool>?
  /// Empty if any value of the type is allowed.
  package var allowed: [Located<String>] = []
  /// The least and the greatest value, as written.
  package var range: Located<String>?
  /// Its former names.
  package var was: [Located<String>] = []
  package var note: Located<String>?

  package init(name: Located<String>, type: Located<VariableType>) {
    self.name = name
    self.type = type
  }
}

extension VariableDeclaration {
  /// Whether its value is a list, as declared, or as in its default or its example.
  package var isList: Bool {
    if let list { return list.value }
    return [standard, example].contains { if case .list? = $0?.value { true } else { false } }
  }

  /// Whether this is its name or a former one.
  package func isNamed(_ name: String) -> Bool { names.contains(name) }

  /// Its name, then its former ones.
  package var names: [String] { [name.value] + was.map(\.value) }

  /// Whether only the script itself can use it: scripts that play it pass no value.
  package var isPrivate: Bool { name.value.hasPrefix("_") }

  /// Whether each script that plays this one must pass a value.
  package var isRequired: Bool { standard == nil && !isPrivate }
}

/// The types of variables.
package enum VariableType: String, Hashable, Sendable, CaseIterable {
  case text
  case number
  case time
  case colour
  case media
  case flag
  case length
  case place
  case range
  case font
}

extension VariableType {
  /// Whether a value may name a file, which belongs to the script that passes it.
  package var namesFile: Bool { self == .media || self == .font }
}

/// A value of a variable, as a script writes it: one text, or a list of them.
package enum VariableTexts: Hashable, Sendable {
  case text(String)
  case list([Located<String>])
}

extension VariableTexts {
  /// The same with each text transformed.
  package func mapped(_ transform: (String) -> String) -> VariableTexts {
    switch self {
    case .text(let text): .text(transform(text))
    case .list(let texts): .list(texts.map { Located(transform($0.value), at: $0.range) })
    }
  }
}

extension VariableTexts {
  /// The value as it can be written in braces, in quotes where YAML needs them.
  package var textInBraces: String {
    switch self {
    case .text(let text): plainOrQuoted(text)
    case .list(let texts): "[" + texts.map { plainOrQuoted($0.value) }.joined(separator: ", ") + "]"
    }
  }
}

private func plainOrQuoted(_ text: String) -> String {
  let isPlain =
    text.first.map { $0.isLetter || $0.isNumber } == true && text.last != " " && !text.hasSuffix(":")
    && !text.contains { ",[]{}\n\t\"\\".contains($0) } && !text.contains(": ") && !text.contains(" #")
  return isPlain ? text : JSONValue.string(text).compactText
}
