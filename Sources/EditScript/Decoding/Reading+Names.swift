import Basics
import Diagnostics
import YAMLTree

extension Reading {
  /// Registers a name; reports a name that is already taken.
  func register(_ name: Located<String>, in space: NameSpace) {
    guard let first = names[space, default: [:]].updateValue(name.range, forKey: name.value) else { return }
    names[space]?[name.value] = first
    report(
      Diagnostic(
        .duplicateName, "the name `\(name.value)` is used twice", at: name.range,
        notes: [.init("first used here", at: first)], hint: "give each a unique name"))
  }
}
