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
    reader.startFrom(defaults(for: kind.kind, in: list, reading))
    let isEnabled = reader.enabled?.value ?? true
    guard kind.declaration.support.isRendered, isEnabled else {
      // What takes no part in the film need not be rendered; it is checked all the same.
      if isEnabled { reportPlanned(kind, reading) }
      return reading.insidePlanned { item(kind, in: list, isEnabled: isEnabled, subject, reader) }
    }
    return item(kind, in: list, isEnabled: true, subject, reader)
  }

  private static func reportPlanned(_ kind: Kind, _ reading: Reading) {
    reading.reportPlanned(
      "\(kind.kind.noun) is not rendered yet", at: kind.entry.keyRange,
      hint: kind.declaration.support.instead ?? "leave the item out for now, or write `enabled: false`")
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
    _ kind: Kind, in list: ItemList, isEnabled: Bool, _ subject: Subject, _ reader: MappingReader<ItemKeys>
  ) -> Item {
    defer { reader.finish() }
    var item = Item(
      kind: self.kind(kind.kind, reader), kindRange: kind.entry.range, range: subject.node.range)
    item.name = reader.name
    if case .sequence(let name) = item.kind { item.sequence = name }
    item.note = reader.note
    item.isEnabled = isEnabled
    item.duration = reader.duration
    item.at = reader.at
    item.take = reader.take
    let hasUnreadPlaying = hasUnreadPlaying(&item, reader)
    item.hasUnreadTime =
      hasUnreadPlaying || (item.duration == nil && reader.hasValue(for: \.duration))
      || (item.at == nil && reader.hasValue(for: \.at)) || (item.take == nil && reader.hasValue(for: \.take))
    item.fit = reader.fit
    item.place = reader.place
    item.width = reader.width
    item.height = reader.height
    item.opacity = reader.opacity
    item.chromaKey = reader.chromaKey
    readLook(of: &item, kind.kind, reader)
    item.volume = reader.volume
    item.pan = reader.pan
    item.duck = reader.duck
    item.fade = reader.fade
    item.sound = reader.audio
    item.filters = reader.filters
    checkSenses(of: item, kind.kind, in: list, reader.reading)
    if let name = item.name { reader.reading.register(name, in: reader.reading.itemNameSpace) }
    return item
  }

  /// Reads how the item plays; whether some of it is written and could not be understood.
  private static func hasUnreadPlaying(_ item: inout Item, _ reader: MappingReader<ItemKeys>) -> Bool {
    item.speed = reader.speed
    item.pitch = reader.pitch
    item.freeze = reader.freeze
    item.loop = reader.loop
    return (item.speed == nil && reader.hasValue(for: \.speed))
      || (item.freeze == nil && reader.hasValue(for: \.freeze))
      || (item.loop == nil && reader.hasValue(for: \.loop))
  }

  /// What is done to the picture besides fitting and placing it.
  private static func readLook(
    of item: inout Item, _ keyword: ItemKeyword, _ reader: MappingReader<ItemKeys>
  ) {
    item.scale = reader.scale
    item.rotation = reader.rotate
    item.flip = reader.flip
    item.crop = reader.crop
    item.motion = reader.motion
    item.blend = reader.blend
    item.mask = reader.mask
    switch keyword {
    case .text, .counter:
      // Read and checked even where nobody knows the words.
      let style = style(reader)
      if !item.isUnsupported { item.style = style }
    case .shape: readShape(of: &item, reader)
    default: break
    }
  }

  private static func style(_ reader: MappingReader<ItemKeys>) -> WordsStyle {
    var style = WordsStyle()
    style.font = reader.font
    style.size = reader.size
    style.weight = reader.weight
    style.color = reader.color
    style.alignment = reader.align
    style.lineHeight = reader.lineHeight
    style.stroke = reader.stroke
    style.shadow = reader.shadow
    style.box = reader.box
    style.animation = reader.animate
    style.isMarkup = reader.markup
    return style
  }

  private static func readShape(of item: inout Item, _ reader: MappingReader<ItemKeys>) {
    item.fill = reader.fill
    item.stroke = reader.stroke
    item.radius = reader.radius
  }

  private static func kind(_ keyword: ItemKeyword, _ reader: MappingReader<ItemKeys>) -> ItemKind {
    let kind: ItemKind? =
      switch keyword {
      case .clip: reader.clip.map { .clip($0) }
      case .image: reader.image.map { .image($0) }
      case .color: reader.color.map { .color($0) }
      case .gradient: reader.gradient.map { .gradient($0) }
      case .bars: reader.bars.map { .bars($0) }
      case .text: reader.text.map { .text($0) }
      case .counter: reader.counter.map { .counter($0) }
      case .shape: reader.shape.map { .shape($0) }
      case .gap: reader.gap.map { .gap($0) }
      case .sequence: reader.sequence.map { .sequence($0) }
      case .edit: reader.edit.map { .edit($0) }
      case .tone: reader.tone.map { .tone(ToneItem(waveform: $0.value, frequency: reader.frequency)) }
      case .silence:
        reader.silence.map { written in .silence(written.value.map { Located($0, at: written.range) }) }
      case .transition: reader.transition.map { .transition($0.value) }
      }
    return kind ?? .unsupported(keyword: keyword.rawValue)
  }
}
