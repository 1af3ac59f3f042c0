/// A parameter of the script: `vars: {name: {type: text, default: Ada}}`.
package struct VariableDeclaration: Hashable, Sendable {
  package var name: Located<String>
  package var type: Located<VariableType>
  package var defaultText: Located<String>?
  /// The default of a list variable.
  package var defaultList: Located<[Located<String>]>?
  /// Whether its value is a list; nil if nothing is written.
  package var list: Located<Bool>?
  /// Empty if any value of the type is allowed.
  package var allowed: [Located<String>] = []
  package var note: Located<String>?

  package init(name: Located<String>, type: Located<VariableType>) {
    self.name = name
    self.type = type
  }
}

extension VariableDeclaration {
  /// Whether its value is a list, as declared or as in its default.
  package var isList: Bool { list?.value ?? (defaultList != nil) }
}

/// The types of variables.
package enum VariableType: String, Hashable, Sendable, CaseIterable {
  case text
  case number
  case time
  case colour
  case media
  case flag
}
