import Basics
import Composition
import Diagnostics
import YAMLTree

// Reads `overrides` of an `each`: what differs in single items.

/// What differs in one item of an `each`.
package struct EachOverride: Hashable, Sendable {
  /// The number of the item, from 1, or the name of its file.
  package let name: Located<String>
  /// The item with the keys that differ, by the position of the item in `EachItem.items`.
  package var items: [Int: Item]
  /// The keys and their values.
  let text: [String]
}

extension EachOverride {
  /// The number of the item; nil for a name.
  package var number: Int? { Int(name.value) }
}

/// The keys that differ in one item, as written.
struct EachChange: Hashable, Sendable {
  let entries: [YAMLEntry]
}

extension Shape<[Named<EachChange>]> {
  /// The replaced keys, by the number of the item or the name of its file.
  static var eachOverrides: Shape { .named("number or file name", .eachChange) }
}

extension Shape<EachChange> {
  fileprivate static var eachChange: Shape {
    .mapping(.item(.overrides)) { entries, subject, reading in
      ItemReader.check(entries, as: .overrides, of: subject, in: reading)
      return EachChange(entries: entries.filter { ItemKeys.schema[$0.key]?.belongs(to: .overrides) == true })
    }
  }
}

extension KeyField<[Named<EachChange>]> {
  static let eachOverrides = KeyField { (item: Item) in
    guard let overrides = item.each?.overrides, !overrides.isEmpty else { return nil }
    return overrides.map { "\($0.name.value): \($0.text.joined(separator: ", "))" }.joined(separator: "; ")
  } lines: { item in
    (item.each?.overrides ?? []).flatMap { override in
      override.text.map { "\(onOneLine(override.name.value)) \($0)" }
    }
  }
}

extension ItemReader {
  /// The items of an `each` read again with the keys that differ. `entries` are those of its item.
  static func overrides(
    _ changes: [Named<EachChange>], of each: EachItem, _ entries: YAMLNode, in reading: Reading
  ) -> [EachOverride] {
    guard case .mapping(let written, _) = entries.value else { return [] }
    let subject = Subject(entries, key: "each", keyRange: entries.range)
    let (isOverriding, isInEach) = (reading.isOverriding, reading.isInEach)
    (reading.isOverriding, reading.isInEach) = (true, true)
    defer { (reading.isOverriding, reading.isInEach) = (isOverriding, isInEach) }
    return changes.compactMap { change in
      var items: [Int: Item] = [:]
      let indices = each.indices(named: change.name.value)
      if indices.isEmpty {
        reading.report(
          Diagnostic(
            .overLimit,
            "`overrides` work beside patterns of files with at most \(EachItem.mostVariants) values in lists",
            at: change.name.range, hint: "list the files instead of the pattern"))
      }
      for index in indices {
        let chosen = reading.chosen(index, in: written, isList: each.items.count > 1)
        let merged = chosen.overridden(by: change.value.entries)
        items[index] = read(merged, in: .timeline, of: subject, in: reading)
      }
      guard let first = items.values.first else { return nil }
      return EachOverride(name: change.name, items: items, text: lines(of: change.value.entries, in: first))
    }
  }
}

extension EachItem {
  /// The positions of the items that a number or the name of a file may stand for. Which files a pattern names, and
  /// how many, is known later.
  fileprivate func indices(named name: String) -> [Int] {
    let isKnown = items.count > 1 && areOwn && !items.contains(where: \.mayBeSeries)
    guard isKnown else { return items.count <= Self.mostVariants ? Array(items.indices) : [] }
    if let number = Int(name) { return items.indices.contains(number - 1) ? [number - 1] : [0] }
    let named = items.indices.filter {
      items[$0].mediaName.map { $0.value.lastPathComponent == name } == true
    }
    return named.isEmpty ? [0] : named
  }

  fileprivate static let mostVariants = 100
}

extension Item {
  /// Whether it may stand for several files: by a pattern, or by a name of one.
  fileprivate var mayBeSeries: Bool {
    guard let name = mediaName?.value else { return false }
    return !name.looksLikePath || name.contains { "*?[%".contains($0) }
  }
}

extension String {
  fileprivate var lastPathComponent: Substring { split(separator: "/").last ?? Substring(self) }
}
