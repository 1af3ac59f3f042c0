import Basics
import Diagnostics
import YAMLTree

// Reads `styles`: keys under a name, from which items start with `style`.

/// The keys of one style, as written.
struct StyleKeys: Sendable {
  let entries: [YAMLEntry]
}

extension Shape<[Named<StyleKeys>]> {
  /// Keys of items by name: checked here, and read again for each item that uses them.
  static var styles: Shape {
    .named("style", .style).withKeys(.declaring(.style))
  }
}

extension Shape<StyleKeys> {
  fileprivate static var style: Shape {
    .mapping(.item(.styles)) { entries, subject, reading in
      ItemReader.check(entries, as: .styles, of: subject, in: reading)
      // Unknown keys were reported; every item with the style would have to skip them again.
      return StyleKeys(entries: entries.filter { ItemKeys.schema[$0.key]?.belongs(to: .styles) == true })
    }
  }
}

extension Reading {
  /// The keys of the style that an item names; nil without one, or after a diagnostic.
  func keys(ofStyle name: Located<String>?, _ kind: ItemKeyword, in list: ItemList) -> [YAMLEntry]? {
    guard let name else { return nil }
    if variableUses[name.range] != nil { choosesStyles = true }
    let entries: [YAMLEntry]
    switch usedStyle(name) {
    case .keys(let keys): entries = keys
    case .unread: return nil
    case .own where styles[name.value] != nil:
      entries = styles[name.value] ?? []
      usedStyles.insert(name.value)
    case .own, .unknown:
      reportUnknownStyle(name)
      return nil
    }
    let (fitting, others) = (
      entries.filter { ItemKeys.schema[$0.key]?.belongs(to: kind, in: list) == true },
      entries.filter { ItemKeys.schema[$0.key]?.belongs(to: kind, in: list) != true }
    )
    if let other = others.first {
      report(
        Diagnostic(
          .keyOfAnotherKind,
          "`\(other.key)` of the style '\(name.value)' is not allowed for \(kind.noun) under `\(list.rawValue)`",
          at: name.range,
          notes: importedRanges.contains(name.range)
            ? [] : [.init("the style has it here", at: other.keyRange)],
          hint: "use another style, or move the key to the items that have it"))
    }
    return fitting
  }

  private func reportUnknownStyle(_ name: Located<String>) {
    let isCompared = hasSuggestions
    if isCompared { suggestionsLeft -= 1 }
    let meant =
      isCompared ? Suggestion.best(for: name.value, among: styles.keys.sorted() + usedStyleNames) : nil
    report(
      Diagnostic(
        .unknownName, "there is no style '\(name.value)'", at: name.range,
        hint: meant.map { "did you mean `\($0)`?" } ?? "declare it under `styles`",
        fixes: meant.map {
          [Diagnostic.Fix("write `\($0)`", [TextEdit(range: name.range, replacement: $0)], isSafe: false)]
        } ?? []))
  }

  /// Reports each style that no item uses, unless a variable chooses among them.
  func reportUnusedStyles(_ named: [Named<StyleKeys>]) {
    guard !choosesStyles, !isLibrary else { return }
    for style in named where !usedStyles.contains(style.name.value) {
      report(
        Diagnostic(
          .noEffect, "the style '\(style.name.value)' is never used", at: style.name.range,
          hint: "write `style: \(style.name.value)` in the items that start from it, or remove it"))
    }
  }
}
