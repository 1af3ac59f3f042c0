import Basics
import Diagnostics
import YAMLTree

// Reads `overrides` of an output: an item is read again with some of its keys replaced.

/// The entries of a named item, for reading it again.
struct NamedItem {
  let entries: [YAMLEntry]
  let list: ItemList
  let subject: Subject
  let space: NameSpace
}

extension Shape<[ItemOverride]> {
  /// The replaced keys, by item name.
  static var overrides: Shape {
    Shape<[Named<ItemOverride?>]>.named("item name", .override).map { named, _, _ in
      named.compactMap(\.value)
    }
    .withKeys(.naming(.item))
  }
}

extension Shape<ItemOverride?> {
  fileprivate static var override: Shape {
    .mapping(.item(.overrides)) { entries, subject, reading in
      ItemReader.override(entries, of: subject, in: reading)
    }
  }
}

extension ItemReader {
  /// The inner optional is nil if the item does not exist or cannot be overridden, which is reported.
  fileprivate static func override(
    _ entries: [YAMLEntry], of subject: Subject, in reading: Reading
  ) -> ItemOverride?? {
    check(entries, as: .overrides, of: subject, in: reading)
    guard let named = namedItem(subject, in: reading) else { return .some(nil) }
    let changed = entries.filter { ItemKeys.schema[$0.key]?.belongs(to: .overrides) == true }
    let replaced = Set(changed.map(\.key))
    let merged = named.entries.filter { !replaced.contains($0.key) } + changed
    let isOverriding = reading.isOverriding
    reading.isOverriding = true
    defer { reading.isOverriding = isOverriding }
    guard let item = read(merged, in: named.list, of: named.subject, in: reading) else { return .some(nil) }
    guard item.each == nil else {
      reading.reportPlanned(
        "outputs cannot override the items of an `each` yet", at: subject.keyRange,
        hint: "write the items one by one, each with its own `name`")
      return .some(nil)
    }
    return ItemOverride(
      name: Located(subject.key, at: subject.keyRange), item: item, text: lines(of: changed, in: item))
  }

  /// The item that an override names: one of the film, else the only one in all sequences.
  private static func namedItem(_ subject: Subject, in reading: Reading) -> NamedItem? {
    let named = reading.namedItems[subject.key] ?? []
    if let item = named.first(where: { $0.space == .items }) { return item }
    guard let first = named.first else {
      let isCompared = reading.hasSuggestions
      if isCompared { reading.suggestionsLeft -= 1 }
      let meant = isCompared ? Suggestion.best(for: subject.key, among: Array(reading.namedItems.keys)) : nil
      let fixes = meant.map {
        [Diagnostic.Fix("write `\($0)`", [TextEdit(range: subject.keyRange, replacement: $0)], isSafe: false)]
      }
      reading.report(
        Diagnostic(
          .unknownName, "no item is named '\(subject.key)'", at: subject.keyRange,
          hint: meant.map { "did you mean `\($0)`?" } ?? "give an item `name: \(subject.key)`",
          fixes: fixes ?? []))
      return nil
    }
    if let second = named.dropFirst().first {
      reading.report(
        Diagnostic(
          .duplicateName, "several sequences have an item named '\(subject.key)'", at: subject.keyRange,
          notes: [
            .init("one is here", at: first.subject.node.range),
            .init("one is here", at: second.subject.node.range),
          ],
          hint: "give the item a unique name"))
      return nil
    }
    return first
  }

  /// The replaced keys and their values, one key per line.
  private static func lines(of entries: [YAMLEntry], in item: Item) -> [String] {
    let keys = Set(entries.map(\.key))
    let kind = keys.contains(item.kind.keyword) ? [item.kind.dumpText] : []
    return kind
      + ItemKeys.schema.fields.compactMap(\.self).filter { keys.contains($0.key.name) }.flatMap { field in
        field.lines(item).map { "\(field.key.name) \($0)" }
      }
  }
}

extension KeyField<[ItemOverride]> {
  static let overrides = KeyField { (output: Output) in
    output.overrides.isEmpty
      ? nil
      : output.overrides.map { "\($0.name.value): \($0.text.joined(separator: ", "))" }.joined(
        separator: "; ")
  } lines: { output in
    output.overrides.flatMap { override in
      override.text.map { "\(onOneLine(override.name.value)) \($0)" }
    }
  } set: { output, overrides in
    output.overrides = overrides.value
  }
}
