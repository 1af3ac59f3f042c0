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
    guard let positions = EachPositions(of: each, for: changes.count) else {
      reading.report(
        Diagnostic(
          .overLimit,
          "there are \(changes.count) `overrides` for a list of \(each.items.count) names or patterns;"
            + " \(changes.count) times \(each.items.count) is more than \(LanguageLimits.itemsOfEach)",
          at: changes[0].name.range, hint: "split the `each` into several, or list the paths of the files"))
      return []
    }
    return changes.compactMap { change in
      let changed = change.value.entries
      let indices = positions.named(change.name.value)
      var items: [Int: Item] = [:]
      for index in indices {
        let merged = reading.chosen(index, in: written, overriddenBy: changed, isList: each.hasLists)
        items[index] = read(merged, in: reading.list ?? .timeline, of: subject, in: reading)
      }
      guard let first = indices.lazy.compactMap({ items[$0] }).first else { return nil }
      return EachOverride(name: change.name, items: items, text: lines(of: changed, in: first))
    }
  }
}

/// The positions of the items that a number or the name of a file may stand for. Which files a pattern or a name
/// stands for, and how many, is known later.
private enum EachPositions {
  /// Each item is one of the film.
  case known(count: Int, ofFiles: [Substring: [Int]])
  /// Any item may be the one.
  case all(Range<Int>)

  /// Nil if reading every item again for each change takes too long.
  init?(of each: EachItem, for changes: Int) {
    guard each.items.contains(where: \.mayBeSeries) else {
      let files = each.items.indices.compactMap { index in
        each.items[index].mediaName.map { (index: index, file: $0.value.lastPathComponent) }
      }
      let positions = Dictionary(grouping: files, by: \.file).mapValues { $0.map(\.index) }
      self = .known(count: each.items.count, ofFiles: positions)
      return
    }
    guard each.items.count * changes <= LanguageLimits.itemsOfEach else { return nil }
    self = .all(each.items.indices)
  }

  /// For a change of no item, which is reported later, a position at which its keys are checked.
  func named(_ name: String) -> [Int] {
    switch self {
    case .all(let indices): Array(indices)
    case .known(let count, let files):
      if let number = Int(name) {
        (1..<count + 1).contains(number) ? [number - 1] : [0]
      } else {
        files[Substring(name)] ?? [0]
      }
    }
  }
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
