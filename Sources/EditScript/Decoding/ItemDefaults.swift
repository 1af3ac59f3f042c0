import Basics
import Diagnostics
import YAMLTree

// Reads `defaults`: keys that items start from.

/// The keys that items start from, by kind, as written.
struct ItemDefaults {
  /// Those of items in any list.
  fileprivate var ofKinds: [ItemKeyword: [YAMLEntry]] = [:]
  /// Those of items in one list.
  fileprivate var ofLists: [ItemList: [ItemKeyword: [YAMLEntry]]] = [:]

  /// The keys of items of a kind in a list. If a key is in it twice, the first one counts: that of the list.
  func keys(of kind: ItemKeyword, in list: ItemList?) -> [YAMLEntry] {
    (list.flatMap { ofLists[$0]?[kind] } ?? []) + (ofKinds[kind] ?? [])
  }
}

extension Reading {
  /// The keys that the item that is being read, or a part of it, starts from.
  func defaultKeys(of kind: ItemKeyword) -> [YAMLEntry] { defaults.keys(of: kind, in: list) }
}

extension Shape<ItemDefaults> {
  /// The default keys of items: checked here, and read again for each item that uses them.
  static var defaults: Shape {
    .mapping(.defaults()) { entries, _, reading in
      var defaults = ItemDefaults()
      for entry in entries {
        switch reading.word(ofDefaults: entry) {
        case .kind(let kind)?: defaults.ofKinds[kind] = reading.defaults(of: kind, entry)
        case .list(let list)?:
          guard case .mapping(let kinds, _) = entry.value.value else {
            reading.reportNoMapping(Subject(entry), expecting: .defaults(list))
            continue
          }
          for entry in kinds {
            guard case .kind(let kind)? = reading.word(ofDefaults: entry, in: list) else { continue }
            defaults.ofLists[list, default: [:]][kind] = reading.defaults(of: kind, in: list, entry)
          }
        case nil: break
        }
      }
      return defaults
    }
  }
}

/// A key under `defaults`.
private enum DefaultsWord {
  case kind(ItemKeyword)
  case list(ItemList)
}

extension Reading {
  /// The default keys of a kind; nil after a diagnostic.
  fileprivate func defaults(
    of kind: ItemKeyword, in list: ItemList? = nil, _ entry: YAMLEntry
  ) -> [YAMLEntry]? {
    guard case .mapping(let keys, _) = entry.value.value else {
      reportNoMapping(Subject(entry), expecting: .item(.defaults(kind, in: list)))
      return nil
    }
    // Unknown keys were reported; every item of the kind would have to skip them again.
    if kind == .transition {
      TransitionKeys.checkDefaults(keys, of: Subject(entry), in: self)
      return keys.filter { TransitionKeys.fields[$0.key] != nil }
    }
    ItemReader.check(keys, as: .defaults(kind, in: list), of: Subject(entry), in: self)
    return keys.filter { ItemKeys.schema[$0.key] != nil }
  }

  /// The kind or the list that an entry of `defaults`, or of one of its lists, is for; nil after a diagnostic.
  fileprivate func word(ofDefaults entry: YAMLEntry, in list: ItemList? = nil) -> DefaultsWord? {
    let kinds = ItemKeyword.allCases.filter { kind in list.map(kind.lists.contains) != false }
    let words = kinds.map(\.rawValue) + (list == nil ? ItemList.allCases.map(\.rawValue) : [])
    let written = visibleKey(entry) { words.contains($0) || ItemKeyword(rawValue: $0) != nil }
    if let kind = ItemKeyword(rawValue: written) {
      if kinds.contains(kind) { return .kind(kind) }
      reportKind(kind, notIn: list, at: entry.keyRange)
      return nil
    }
    if list == nil, let list = ItemList(rawValue: written) { return .list(list) }
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
        .unknownKey, "`\(entry.key)` is not a kind of item\(list == nil ? " or a list of items" : "")",
        at: entry.keyRange,
        hint: meant.map { "did you mean `\($0)`?" }
          ?? (isCompared ? "allowed here: \(words.joined(separator: ", "))" : nil),
        fixes: fixes ?? []))
    return nil
  }

  /// Reports a kind of items that a list does not allow.
  func reportKind(_ kind: ItemKeyword, notIn list: ItemList?, at range: SourceRange) {
    guard let list else { return }
    let places = ItemList.allCases.filter { kind.lists.contains($0) }.map(\.rawValue)
    report(
      Diagnostic(
        .wrongList, "\(kind.noun) is not allowed under `\(list.rawValue)`", at: range,
        hint: "it belongs under \(listing(places, last: "or"))"))
  }

  fileprivate func reportNoMapping(_ subject: Subject, expecting form: ShapeDescription.MappingForm) {
    subject.isAbsent
      ? reportAbsence(of: subject, expecting: .only(form))
      : reportWrongForm(of: subject, expecting: .only(form))
  }
}
