import Basics
import Composition
import Diagnostics
import YAMLTree

// Reads `overrides`: an item is read again with some of its keys replaced.

/// The entries of a named item, for reading it again.
struct NamedItem {
  let entries: [YAMLEntry]
  let list: ItemList
  let subject: Subject
  let space: NameSpace
}

/// The entries of named subtitles, for reading them again.
struct NamedSubtitles {
  let entries: [YAMLEntry]
  let subject: Subject
}

/// What differs in an output, or on canvases of one shape.
package struct OutputOverrides: Hashable, Sendable {
  var items: [ItemOverride] = []
  var subtitles: [SubtitleOverride] = []
}

/// Under the script's own `overrides`.
struct ShapeOverrideKeys: MappingKeys {
  typealias Record = ShapeOverrides

  static let title = "overrides by shape"
  static let documentation = "What differs on canvases of one shape."

  let landscape = Key(
    "landscape", "On canvases wider than high.", .overrides(on: .landscape),
    example: "{intro: {for: 2s}}", synonyms: ["wide", "horizontal"],
    field: .overrides(on: \.landscape))
  let portrait = Key(
    "portrait", "On canvases higher than wide.", .overrides(on: .portrait),
    example: "{intro: {for: 2s}}", synonyms: ["tall", "vertical"],
    field: .overrides(on: \.portrait))
  let square = Key(
    "square", "On square canvases.", .overrides(on: .square), example: "{intro: {for: 2s}}",
    field: .overrides(on: \.square))
}

extension Shape<OutputOverrides> {
  /// The replaced keys, by the name of an item or of subtitles.
  static var overrides: Shape {
    Shape<[Named<OutputOverrides>]>.named("item name", .override).map { named, _, _ in
      OutputOverrides(items: named.flatMap(\.value.items), subtitles: named.flatMap(\.value.subtitles))
    }
    .withKeys(.naming(.item))
  }

  /// The same on canvases of one shape.
  fileprivate static func overrides(on shape: PictureShape) -> Shape {
    overrides.around { _, reading, read in
      reading.overriddenShape = shape
      defer { reading.overriddenShape = nil }
      return read()
    }
  }

  fileprivate static var override: Shape {
    let subtitleKeys = MappingSchema(SubtitleOverrideKeys.self)
    return .mapping(.override(subtitleKeys.description)) { entries, subject, reading in
      if let named = reading.namedSubtitles[subject.key] {
        let override = named.overridden(by: entries, of: subject, in: reading)
        return OutputOverrides(subtitles: [override].compactMap(\.self))
      }
      if reading.namedItems[subject.key] == nil, subtitleKeys.description.isWritten(in: entries) {
        // Probably the name of subtitles, although there are none.
        ItemReader.reportUnknown(subject, "no subtitles are named", "give subtitles", in: reading)
        return OutputOverrides()
      }
      guard let override = ItemReader.override(entries, of: subject, in: reading) else { return nil }
      return OutputOverrides(items: [override].compactMap(\.self))
    }
  }
}

struct SubtitleOverrideKeys: MappingKeys {
  typealias Record = SubtitleTrack

  static let title = "subtitles in an output"
  static let documentation = "What differs in the subtitles of one output."

  let style = Key(
    "style", "The keys of the style that differ.", .mapping(SubtitleStyleKeys.self),
    example: "{size: 9%, place: top}", synonyms: ["look"], field: .at(\SubtitleTrack.style))

  static func decode(_ reader: MappingReader<SubtitleOverrideKeys>) -> SubtitleStyle? {
    reader.style?.value
  }
}

extension NamedSubtitles {
  /// The track with the keys of an override; nil after a finding.
  ///
  /// The keys of `style` are replaced one by one.
  fileprivate func overridden(
    by written: [YAMLEntry], of subject: Subject, in reading: Reading
  ) -> SubtitleOverride? {
    let reader = MappingReader(MappingSchema(SubtitleOverrideKeys.self), written, of: subject, in: reading)
    let style = SubtitleOverrideKeys.decode(reader)
    reader.finish(wasDecoded: style != nil)
    guard let style, let changed = written.first(where: { $0.key == "style" }),
      case .mapping(let changes, let isFlow) = changed.value.value
    else { return nil }
    let old = entries.first { $0.key == "style" }
    var kept: [YAMLEntry] = []
    if case .mapping(let styled, _)? = old?.value.value {
      kept = styled.filter { entry in !changes.contains { $0.key == entry.key } }
    }
    let merged = YAMLEntry(
      key: changed.key, keyRange: changed.keyRange,
      value: YAMLNode(.mapping(kept + changes, isFlow: isFlow), range: changed.value.range))
    let isOverriding = reading.isOverriding
    reading.isOverriding = true
    defer { reading.isOverriding = isOverriding }
    let whole = entries.filter { $0.key != "style" } + [merged]
    // The mistakes of both are already reported.
    let schema = MappingSchema(SubtitleKeys.self)
    let track = reading.quietly {
      SubtitleKeys.decode(MappingReader(schema, whole, of: self.subject, in: reading))
    }
    return track.map {
      SubtitleOverride(
        name: Located(subject.key, at: subject.keyRange), track: $0,
        text: SubtitleStyleKeys.fields.lines(of: style).map { "style " + $0 })
    }
  }
}

extension ItemReader {
  /// The inner optional is nil if the item does not exist or cannot be overridden, which is reported.
  fileprivate static func override(
    _ entries: [YAMLEntry], of subject: Subject, in reading: Reading
  ) -> ItemOverride?? {
    let outerKind = reading.itemKind
    reading.itemKind = reading.namedItems[subject.key]?.first.flatMap { item in
      ItemKeyword.ofItem(with: (item.entries.entriesOfEach ?? item.entries).map(\.key))
    }
    check(entries, as: .overrides, of: subject, in: reading)
    reading.itemKind = outerKind
    guard let named = namedItem(subject, in: reading) else { return .some(nil) }
    let changed = entries.filter { ItemKeys.schema[$0.key]?.belongs(to: .overrides) == true }
    let isOverriding = reading.isOverriding
    reading.isOverriding = true
    defer { reading.isOverriding = isOverriding }
    let merged = named.entries.overriddenItem(by: changed)
    guard let item = read(merged, in: named.list, of: named.subject, in: reading) else { return .some(nil) }
    var override = ItemOverride(
      name: Located(subject.key, at: subject.keyRange), item: item, text: lines(of: changed, in: item))
    if let first = item.each?.items.first {
      if let kind = changed.first(where: { $0.key == first.kind.keyword }) {
        reading.reportPlanned(
          "an output cannot show other items in an `each` yet", at: kind.keyRange,
          hint: "override keys of the items, such as `for`, or write a second script for this output")
        return .some(nil)
      }
      let besideEach = changed.filter(\.isBesideEach)
      let own = lines(of: changed.filter { !$0.isBesideEach }, in: first)
      override = ItemOverride(name: override.name, item: item, text: own + lines(of: besideEach, in: item))
    }
    if let shape = reading.overriddenShape {
      reading.shapeChanges[subject.key, default: [:]][shape] = changed
    } else {
      // The mistakes of both are already reported.
      override.itemsByShape = (reading.shapeChanges[subject.key] ?? [:]).compactMapValues { ofShape in
        reading.quietly {
          read(
            named.entries.overriddenItem(by: ofShape).overriddenItem(by: changed), in: named.list,
            of: named.subject, in: reading)
        }
      }
    }
    return override
  }

  /// The item that an override names: one of the film, else the only one in all sequences.
  private static func namedItem(_ subject: Subject, in reading: Reading) -> NamedItem? {
    let named = reading.namedItems[subject.key] ?? []
    if let item = named.first(where: { $0.space == .items }) { return item }
    guard let first = named.first else {
      reportUnknown(subject, "no item is named", "give an item", in: reading)
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

  /// Reports a name that neither an item nor subtitles have.
  fileprivate static func reportUnknown(
    _ subject: Subject, _ message: String, _ advice: String, in reading: Reading
  ) {
    let known = Array(reading.namedItems.keys) + Array(reading.namedSubtitles.keys)
    let isCompared = reading.hasSuggestions
    if isCompared { reading.suggestionsLeft -= 1 }
    let meant = isCompared ? Suggestion.best(for: subject.key, among: known) : nil
    let fixes = meant.map {
      [Diagnostic.Fix("write `\($0)`", [TextEdit(range: subject.keyRange, replacement: $0)], isSafe: false)]
    }
    reading.report(
      Diagnostic(
        .unknownName, "\(message) '\(subject.key)'", at: subject.keyRange,
        hint: meant.map { "did you mean `\($0)`?" } ?? "\(advice) `name: \(subject.key)`",
        fixes: fixes ?? []))
  }

  /// The replaced keys and their values, one key per line.
  static func lines(of entries: [YAMLEntry], in item: Item) -> [String] {
    let keys = Set(entries.map(\.key))
    let kind = keys.contains(item.kind.keyword) ? [item.kind.dumpText] : []
    return kind
      + ItemKeys.schema.fields.compactMap(\.self).filter { keys.contains($0.key.name) }.flatMap { field in
        field.lines(item).map { "\(field.key.name) \($0)" }
      }
  }
}

extension YAMLEntry {
  /// Whether the key is beside `each` rather than inside it.
  fileprivate var isBesideEach: Bool {
    key == "each" || ItemKeys.schema[key]?.belongs(to: .each, in: .timeline) == true
  }
}

extension [YAMLEntry] {
  /// The entries of the item in an `each`; nil for other items.
  fileprivate var entriesOfEach: [YAMLEntry]? {
    guard case .mapping(let entries, _)? = first(where: { $0.key == "each" })?.value.value else { return nil }
    return entries
  }

  /// The entries of an item with some replaced. Of an `each`, those that do not stand beside it apply to all of its
  /// items, also to those that have their own value.
  fileprivate func overriddenItem(by changed: [YAMLEntry]) -> [YAMLEntry] {
    guard let ofItem = entriesOfEach else { return overridden(by: changed) }
    let changes = changed.filter { !$0.isBesideEach }
    let replaced = Set(changes.map(\.key))
    return overridden(by: changed.filter(\.isBesideEach)).compactMap { entry in
      let value = entry.value
      guard case .mapping(let entries, let isFlow) = value.value else { return entry }
      func with(_ entries: [YAMLEntry]) -> YAMLEntry {
        YAMLEntry(
          key: entry.key, keyRange: entry.keyRange,
          value: YAMLNode(.mapping(entries, isFlow: isFlow), range: value.range))
      }
      if entry.key == "each" { return with(ofItem.overridden(by: changes)) }
      guard entry.key == "overrides", !changed.contains(where: { $0.key == "overrides" }) else {
        return entry
      }
      let singles = entries.compactMap { single -> YAMLEntry? in
        guard case .mapping(let keys, let isFlow) = single.value.value else { return single }
        let kept = keys.filter { !replaced.contains($0.key) }
        return kept.isEmpty
          ? nil
          : YAMLEntry(
            key: single.key, keyRange: single.keyRange,
            value: YAMLNode(.mapping(kept, isFlow: isFlow), range: single.value.range))
      }
      return singles.isEmpty ? nil : with(singles)
    }
  }

  /// The entries with those of the same keys replaced, and the others added.
  func overridden(by changed: [YAMLEntry]) -> [YAMLEntry] {
    let replaced = Set(changed.map(\.key))
    return filter { !replaced.contains($0.key) } + changed
  }
}

extension KeyField<OutputOverrides> {
  static let overrides = KeyField { (output: Output) in
    output.allOverrides.line
  } lines: { output in
    output.allOverrides.lines
  } set: { output, overrides in
    output.overrides = overrides.value.items
    output.subtitleOverrides = overrides.value.subtitles
  }

  fileprivate static func overrides(
    on path: any WritableKeyPath<ShapeOverrides, OutputOverrides> & Sendable
  ) -> KeyField {
    KeyField { (shapes: ShapeOverrides) in
      shapes[keyPath: path].line
    } lines: { shapes in
      shapes[keyPath: path].lines
    } set: { shapes, overrides in
      shapes[keyPath: path] = overrides.value
    }
  }
}

extension Output {
  fileprivate var allOverrides: OutputOverrides {
    OutputOverrides(items: overrides, subtitles: subtitleOverrides)
  }
}

extension OutputOverrides {
  private var named: [(name: String, text: [String])] {
    items.map { ($0.name.value, $0.text) } + subtitles.map { ($0.name.value, $0.text) }
  }

  fileprivate var line: String? {
    named.isEmpty
      ? nil : named.map { "\($0.name): \($0.text.joined(separator: ", "))" }.joined(separator: "; ")
  }

  fileprivate var lines: [String] {
    named.flatMap { override in override.text.map { "\(onOneLine(override.name)) \($0)" } }
  }
}
