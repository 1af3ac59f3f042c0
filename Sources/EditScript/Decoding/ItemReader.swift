import Basics
import Diagnostics
import YAMLTree

/// Reads items: finds an item's kind, checks that its keys belong together, then reads them.
enum ItemReader {
  /// Returns an item of a list, nil if it has no kind. An item whose kind could not be read is returned as
  /// unsupported, so that times can refer to its name.
  static func read(
    _ written: [YAMLEntry], in list: ItemList, of subject: Subject, in reading: Reading
  ) -> Item? {
    let outerList = reading.list
    reading.list = list
    defer { reading.list = outerList }
    let entries = reading.withListedTexts(written)
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
    let outerKind = reading.itemKind
    reading.itemKind = kind.kind
    defer { reading.itemKind = outerKind }
    reader.setAside { isOutOfPlace($0, kind.kind, .item(list), kinds, in: reading) }
    let defaults = reading.defaultKeys(of: kind.kind).filter {
      ItemKeys.schema[$0.key]?.belongs(to: kind.kind, in: list) == true
    }
    reader.startFrom(defaults)
    let style = reader.style
    if let keys = reading.keys(ofStyle: style, kind.kind, in: list) { reader.startFrom(keys + defaults) }
    let (when, unless) = (reader.when, reader.unless)
    let isIncluded =
      when.map { reading.holds($0.value) } != false && unless.map { reading.holds($0.value) } != true
    let isEnabled = (reader.enabled?.value ?? true) && isIncluded
    func finished() -> Item {
      var item = Self.item(kind, written, in: list, isEnabled: isEnabled, subject, reader)
      (item.styleName, item.when, item.unless) = (style, when, unless)
      return item
    }
    guard kind.declaration.support.isRendered, isEnabled else {
      // A disabled item need not be rendered, but it is checked.
      if isEnabled { reportPlanned(kind, reading) }
      return reading.insidePlanned { finished() }
    }
    return finished()
  }

  private static func reportPlanned(_ kind: Kind, _ reading: Reading) {
    reading.reportPlanned(
      "this version cannot render \(kind.kind.noun) yet", at: kind.entry.keyRange,
      hint: kind.declaration.support.instead ?? "remove the item for now, or write `enabled: false`")
  }

  /// Checks item keys that are written outside an item: under `defaults` and `overrides`.
  static func check(
    _ entries: [YAMLEntry], as role: ItemMappingRole, of subject: Subject, in reading: Reading
  ) {
    let outerKind = reading.itemKind
    if case .defaults(let kind, _) = role { reading.itemKind = kind }
    defer { reading.itemKind = outerKind }
    let reader = MappingReader(ItemKeys.schema, entries, of: subject, in: reading) { keys in
      keys.filter { $0.belongs(to: role) }
    }
    reader.setAside { key in
      guard !key.key.belongs(to: role) else { return false }
      if case .defaults(let kind, let list?) = role, key.key.belongs(to: .defaults(kind)) {
        reportKey(key, ofOtherListsThan: list, in: reading)
        return true
      }
      reading.report(
        Diagnostic(
          .keyOfAnotherKind, "`\(key.entry.key)` is not allowed under `\(subject.key)`",
          at: key.entry.keyRange,
          hint: key.key.placeHint))
      return true
    }
    // The values are read where items need them.
    reader.readAll()
    reader.finish()
  }

  struct Kind {
    let kind: ItemKeyword
    let declaration: KeyDeclaration
    let entry: YAMLEntry
  }

  /// The entries that name an item's kind; a `color` beside a `text` is only the colour of the letters.
  private static func kindEntries(_ written: [(KeyDeclaration, YAMLEntry)]) -> [Kind] {
    let all = written.compactMap { key, entry -> (Kind, Set<ItemKeyword>)? in
      guard case .kind(let keyword, let others) = key.role else { return nil }
      return (Kind(kind: keyword, declaration: key, entry: entry), others)
    }
    guard all.count > 1 else { return all.map(\.0) }
    return all.filter { _, others in !all.contains { others.contains($0.0.kind) } }.map(\.0)
  }

  /// The keys that an unknown key may stand for, most likely ones first.
  private static func candidates(
    _ keys: [KeyDeclaration], for kind: ItemKeyword?, in list: ItemList
  ) -> [KeyDeclaration] {
    guard let kind else {
      return keys.filter { $0.kind?.lists.contains(list) == true } + keys.filter { $0.kind == nil }
    }
    return keys.filter { $0.belongs(to: kind, in: list) }
  }
}

// MARK: - Making the item

extension ItemReader {
  private static func item(
    _ kind: Kind, _ entries: [YAMLEntry], in list: ItemList, isEnabled: Bool, _ subject: Subject,
    _ reader: MappingReader<ItemKeys>
  ) -> Item {
    defer { reader.finish() }
    let (itemKind, part) = self.kind(kind.kind, reader)
    var item = Item(
      kind: itemKind, kindRange: kind.entry.range, range: subject.node.range)
    if case .sequence(let name) = item.kind { item.sequence = name }
    item.used = part
    let values = entries.first { $0.key == "with" }?.value
    let takesValues = if case .edit = item.kind { true } else { values != nil }
    if takesValues, case .mapping(_, let isFlow) = subject.node.value {
      let place: YAMLNode
      let layout: MappingLayout
      if let values, case .mapping(let passed, let isFlow) = values.value {
        (place, layout) = (values, MappingLayout(passed, isFlow: isFlow, of: reader.reading.source))
      } else {
        (place, layout) = (subject.node, MappingLayout(entries, isFlow: isFlow, of: reader.reading.source))
      }
      item.nextValue = layout.end(of: place)
    }
    item.isEnabled = isEnabled
    // A text that could not be read has no style, but its style keys are checked.
    if [.text, .counter, .credits].contains(kind.kind), !item.isUnsupported { item.style = WordsStyle() }
    reader.fill(&item)
    item.hasUnreadTime = hasUnreadTime(item, reader)
    checkSenses(of: item, kind.kind, in: list, reader.reading)
    checkAngles(of: item, reader.reading)
    // Items of an `each` are named later, when their number is known.
    if let name = item.name, !reader.reading.isInEach, !reader.reading.isOverriding {
      reader.reading.register(name, in: reader.reading.itemNameSpace)
      reader.reading.namedItems[name.value, default: []].append(
        NamedItem(entries: entries, list: list, subject: subject, space: reader.reading.itemNameSpace))
    }
    return item
  }

  /// Whether a key for the time or the playback of an item is written but could not be read.
  private static func hasUnreadTime(_ item: Item, _ reader: MappingReader<ItemKeys>) -> Bool {
    (item.duration == nil && reader.hasValue(for: \.duration))
      || (item.at == nil && reader.hasValue(for: \.at))
      || (item.take == nil && reader.hasValue(for: \.take))
      || (item.says == nil && reader.hasValue(for: \.says))
      || (item.show == nil && reader.hasValue(for: \.show))
      || (item.speed == nil && reader.hasValue(for: \.speed))
      || (item.freeze == nil && reader.hasValue(for: \.freeze))
      || (item.loop == nil && reader.hasValue(for: \.loop))
  }

  /// The kind with its value, and how a script that the item plays is reached.
  private static func kind(
    _ keyword: ItemKeyword, _ reader: MappingReader<ItemKeys>
  ) -> (ItemKind, UsedPart?) {
    var part: UsedPart?
    func play(_ script: (path: Located<String>, part: UsedPart?)?) -> ItemKind? {
      part = script?.part
      return script.map { .edit($0.path) }
    }
    let kind: ItemKind? =
      switch keyword {
      case .clip: reader.clip.map { .clip($0) }
      case .image: reader.image.map { .image($0) }
      case .color: reader.color.map { .color($0) }
      case .gradient: reader.gradient.map { .gradient($0) }
      case .bars: reader.bars.map { .bars($0) }
      case .noise: reader.noise.map { .noise($0) }
      case .text:
        reader.reading.reading(markup: reader.peek(\.markup) == true) { reader.text }.map { .text($0) }
      case .credits: reader.credits.map { .credits(CreditsItem(content: $0)) }
      case .counter: reader.counter.map { .counter($0) }
      case .shape: reader.shape.map { .shape($0) }
      case .gap: reader.gap.map { .gap($0) }
      case .sequence:
        reader.sequence.flatMap { name in
          switch reader.reading.playedSequence(name) {
          case nil: .sequence(name)
          case .some(let other): play(other)
          }
        }
      case .edit: play(reader.edit.flatMap(reader.reading.playedScript))
      case .tone: reader.tone.map { .tone(ToneItem(waveform: $0.value)) }
      case .silence:
        reader.silence.map { written in .silence(written.value.map { Located($0, at: written.range) }) }
      case .transition: reader.transition.map { .transition($0.value) }
      case .each: each(reader).map { .each($0) }
      case .angles: reader.angles.map { .angles($0.value) }
      }
    return (kind ?? .unsupported(keyword: keyword.rawValue), part)
  }
}
