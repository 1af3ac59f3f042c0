import Diagnostics
import SourceText
import YAMLTree

/// Reads items: finds what an item is, checks that its keys belong together, then reads them.
enum ItemReader {
  /// An item of a list. An item without a readable kind stays as an unsupported one, so that times that hang
  /// on its name find it.
  static func read(
    _ entries: [YAMLEntry], in list: ItemList, of subject: Subject, in reading: Reading
  ) -> Item? {
    let known = kindEntries(entries.compactMap { entry in ItemKeys.schema[entry.key].map { ($0, entry) } })
    let reader = MappingReader(ItemKeys.schema, entries, of: subject, in: reading) { keys in
      candidates(keys, for: known.first?.kind, in: list)
    }
    let kinds = kindEntries(reader.written.map { ($0.key, $0.entry) })
    reportKinds(kinds, reader, in: list)
    guard let kind = kinds.first else {
      reader.finish(wasDecoded: false)
      return nil
    }
    reader.setAside { isOutOfPlace($0, kind.kind, .item(list), kinds, in: reading) }
    guard kind.declaration.support.isRendered else {
      reading.reportPlanned(
        "\(kind.kind.noun) is not rendered yet", at: kind.entry.keyRange,
        hint: kind.declaration.support.instead ?? "leave the item out for now, or write `enabled: false`")
      return reading.insidePlanned { item(kind, list, subject, reader) }
    }
    reader.startFrom(defaults(for: kind.kind, in: list, reading))
    return item(kind, list, subject, reader)
  }

  /// Checks keys of items that stand without an item: under `defaults` and `overrides`.
  static func check(
    _ entries: [YAMLEntry], as role: ItemMappingRole, of subject: Subject, in reading: Reading
  ) {
    let reader = MappingReader(ItemKeys.schema, entries, of: subject, in: reading) { keys in
      keys.filter { $0.belongs(to: role) }
    }
    reader.setAside { key in
      guard !key.key.belongs(to: role) else { return false }
      reading.report(
        Diagnostic(
          .conflictingKeys, "`\(key.entry.key)` has no place under `\(subject.key)`", at: key.entry.keyRange,
          hint: key.key.placeHint))
      return true
    }
    // What a default says is read where an item needs it.
    reader.readAll()
    reader.finish()
  }

  struct Kind {
    let kind: ItemKeyword
    let declaration: KeyDeclaration
    let entry: YAMLEntry
  }

  /// The entries that say what the item is; a `color` beside a `text` is only the colour of the words.
  private static func kindEntries(_ written: [(KeyDeclaration, YAMLEntry)]) -> [Kind] {
    let all = written.compactMap { key, entry -> (Kind, Set<ItemKeyword>)? in
      guard case .kind(let keyword, let others) = key.role else { return nil }
      return (Kind(kind: keyword, declaration: key, entry: entry), others)
    }
    guard all.count > 1 else { return all.map(\.0) }
    return all.filter { _, others in !all.contains { others.contains($0.0.kind) } }.map(\.0)
  }

  /// The keys that an unknown key may have been meant to be, most likely ones first.
  private static func candidates(
    _ keys: [KeyDeclaration], for kind: ItemKeyword?, in list: ItemList
  ) -> [KeyDeclaration] {
    guard let kind else {
      return keys.filter { $0.kind?.lists.contains(list) == true } + keys.filter { $0.kind == nil }
    }
    return keys.filter { $0.belongs(to: kind, in: list) }
  }

  private static func defaults(
    for kind: ItemKeyword, in list: ItemList, _ reading: Reading
  ) -> [YAMLEntry] {
    guard let entries = reading.defaults[kind] else { return [] }
    return entries.filter { ItemKeys.schema[$0.key]?.belongs(to: kind, in: list) == true }
  }
}

// MARK: - Making the item

extension ItemReader {
  private static func item(
    _ kind: Kind, _ list: ItemList, _ subject: Subject, _ reader: MappingReader<ItemKeys>
  ) -> Item {
    defer { reader.finish() }
    var item = Item(
      kind: self.kind(kind.kind, reader), kindRange: kind.entry.range, range: subject.node.range)
    item.name = reader.name
    item.note = reader.note
    item.isEnabled = reader.enabled?.value ?? true
    item.duration = reader.duration
    item.at = reader.at
    item.take = reader.take
    item.fit = reader.fit
    item.place = reader.place
    item.width = reader.width
    item.height = reader.height
    item.opacity = reader.opacity
    item.volume = reader.volume
    item.sound = reader.audio
    if let name = item.name { reader.reading.register(name, in: reader.reading.itemNameSpace) }
    return item
  }

  private static func kind(_ keyword: ItemKeyword, _ reader: MappingReader<ItemKeys>) -> ItemKind {
    let kind: ItemKind? =
      switch keyword {
      case .clip: reader.clip.map { .clip($0) }
      case .image: reader.image.map { .image($0) }
      case .color: reader.color.map { .color($0) }
      case .gap: reader.gap.map { .gap($0) }
      default: nil
      }
    return kind ?? .unsupported(keyword: keyword.rawValue)
  }
}

// MARK: - Keys that do not go together

extension ItemReader {
  private static func reportKinds(_ kinds: [Kind], _ reader: MappingReader<ItemKeys>, in list: ItemList) {
    let reading = reader.reading
    guard let kind = kinds.first else {
      guard !reader.mayHaveMeant({ $0.kind != nil }) else { return }
      let words = ItemKeyword.allCases.filter { $0.lists.contains(list) }.map(\.rawValue)
      reading.report(
        Diagnostic(
          .missingKey, "this item does not say what it is", at: reader.subject.keyRange,
          hint: "one of its keys must be \(listing(words, last: "or"))"))
      return
    }
    for other in kinds.dropFirst() {
      reading.report(
        Diagnostic(
          .conflictingKeys,
          "an item is one thing: this one is \(kind.kind.noun) and \(other.kind.noun)",
          at: other.entry.keyRange,
          notes: [.init("`\(kind.kind.rawValue)` stands here", at: kind.entry.keyRange)],
          hint: "make them two items, or remove one of the keys"))
    }
    if !kind.kind.lists.contains(list) {
      let places = ItemList.allCases.filter { kind.kind.lists.contains($0) }.map(\.rawValue)
      reading.report(
        Diagnostic(
          .conflictingKeys, "\(kind.kind.noun) has no place under `\(list.rawValue)`",
          at: kind.entry.keyRange, hint: "it belongs under \(listing(places, last: "or"))"))
    }
  }

  /// Reports a key that does not belong to this kind of item or into this list.
  private static func isOutOfPlace(
    _ written: WrittenKey, _ kind: ItemKeyword, _ role: ItemMappingRole, _ kinds: [Kind], in reading: Reading
  ) -> Bool {
    if let own = written.key.kind {
      return own != kind && kinds.contains { $0.kind == own }
    }
    guard case .item(let list) = role, !written.key.belongs(to: kind, in: list) else { return false }
    let key = written.entry.key
    guard case .item(let owners, let lists, _) = written.key.role, owners.contains(kind),
      !lists.contains(list)
    else {
      reading.report(
        Diagnostic(
          .conflictingKeys, "`\(key)` does not belong to \(kind.noun)", at: written.entry.keyRange,
          hint: written.key.placeHint))
      return true
    }
    let reason =
      lists == ItemList.timed
      ? "`\(key)` has no place in the timeline, whose items play one after the other"
      : "`\(key)` is about what is seen; items under `\(list.rawValue)` are only heard"
    let hint =
      lists == ItemList.timed
      ? "put a `gap` before the item, or move it to `overlays` or `audio`"
      : "it belongs to items under \(listing(ItemList.allCases.filter(lists.contains).map(\.rawValue), last: "and"))"
    reading.report(Diagnostic(.conflictingKeys, reason, at: written.entry.keyRange, hint: hint))
    return true
  }
}

extension KeyDeclaration {
  /// What an item with this key is, or nil for the other keys.
  package var kind: ItemKeyword? {
    if case .kind(let keyword, _) = role { keyword } else { nil }
  }

  package func belongs(to kind: ItemKeyword, in list: ItemList) -> Bool {
    switch role {
    case .plain: false
    case .kind(let own, let others): own == kind || others.contains(kind)
    case .item(let kinds, let lists, _): kinds.contains(kind) && lists.contains(list)
    }
  }

  package func belongs(to place: ItemMappingRole) -> Bool {
    switch (place, role) {
    case (.item(let list), .kind(let own, _)): own.lists.contains(list)
    case (.item(let list), .item(_, let lists, _)): lists.contains(list)
    case (.defaults(let kind), .kind(let own, let others)): own != kind && others.contains(kind)
    case (.defaults(let kind), .item(let kinds, _, let isPersonal)): kinds.contains(kind) && !isPersonal
    case (.overrides, .kind): false
    case (.overrides, .item(_, _, let isPersonal)): !isPersonal
    case (_, .plain): false
    }
  }

  /// Where the key belongs, for a hint.
  fileprivate var placeHint: String {
    switch role {
    case .plain: "it is no key of items"
    case .kind(let own, _): "it says that an item is \(own.noun)"
    case .item(let kinds, _, _):
      kinds == .all
        ? "it belongs to a single item"
        : "it belongs to \(listing(kinds.inOrder.map(\.rawValue), last: "and")) items"
    }
  }
}

// MARK: - Names and defaults

extension Reading {
  /// Reports a name that was given before.
  func register(_ name: Located<String>, in space: NameSpace) {
    guard let first = names[space, default: [:]].updateValue(name.range, forKey: name.value) else { return }
    names[space]?[name.value] = first
    report(
      Diagnostic(
        .duplicateName, "the name `\(name.value)` is taken", at: name.range,
        notes: [.init("first given here", at: first)], hint: "give each its own name"))
  }

  /// The kind that an entry of `defaults` is for, or nil after a diagnostic.
  func itemKind(ofDefaults entry: YAMLEntry) -> ItemKeyword? {
    if let kind = ItemKeyword(rawValue: entry.key) { return kind }
    let words = ItemKeyword.allCases.map(\.rawValue)
    let meant = Suggestion.best(for: entry.key, among: words)
    let fixes = meant.map {
      [Diagnostic.Fix("write `\($0)`", [TextEdit(range: entry.keyRange, replacement: $0)], isSafe: true)]
    }
    report(
      Diagnostic(
        .unknownKey, "`\(entry.key)` is no kind of item", at: entry.keyRange,
        hint: meant.map { "did you mean `\($0)`?" } ?? "allowed here: \(words.joined(separator: ", "))",
        fixes: fixes ?? []))
    return nil
  }

  func reportNoItemKeys(_ subject: Subject, for kind: ItemKeyword) {
    subject.isAbsent
      ? reportAbsence(of: subject, expecting: .itemDefaults(kind))
      : reportWrongForm(of: subject, expecting: .itemDefaults(kind))
  }
}
