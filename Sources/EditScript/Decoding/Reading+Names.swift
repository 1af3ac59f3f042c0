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

  /// The kind that an entry of `defaults` is for, or nil after a diagnostic.
  func itemKind(ofDefaults entry: YAMLEntry) -> ItemKeyword? {
    let written = visibleKey(entry) { ItemKeyword(rawValue: $0) != nil }
    if let kind = ItemKeyword(rawValue: written) { return kind }
    let words = ItemKeyword.allCases.map(\.rawValue)
    let isCompared = hasSuggestions
    if isCompared { suggestionsLeft -= 1 }
    let meant = isCompared ? Suggestion.best(for: entry.key, among: words) : nil
    let fixes = meant.map { meant in
      let isAlone = Suggestion.best(for: entry.key, among: words.filter { $0 != meant }) == nil
      return [
        Diagnostic.Fix(
          "write `\(meant)`", [TextEdit(range: entry.keyRange, replacement: meant)],
          isSafe: isAlone && Suggestion.isSlip(entry.key, for: meant))
      ]
    }
    report(
      Diagnostic(
        .unknownKey, "`\(entry.key)` is not a kind of item", at: entry.keyRange,
        hint: meant.map { "did you mean `\($0)`?" }
          ?? (isCompared ? "allowed here: \(words.joined(separator: ", "))" : nil),
        fixes: fixes ?? []))
    return nil
  }

  func reportNoItemKeys(_ subject: Subject, for kind: ItemKeyword) {
    subject.isAbsent
      ? reportAbsence(of: subject, expecting: .itemDefaults(kind))
      : reportWrongForm(of: subject, expecting: .itemDefaults(kind))
  }
}
