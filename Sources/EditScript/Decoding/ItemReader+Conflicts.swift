import Basics
import Composition
import Diagnostics
import YAMLTree

// Conflicting keys of items.

extension ItemReader {
  /// Reports an item that has no kind, several kinds, or a kind that its list does not allow.
  static func reportKinds(_ kinds: [Kind], _ reader: MappingReader<ItemKeys>, in list: ItemList) {
    let reading = reader.reading
    guard let kind = kinds.first else {
      guard !reader.mayHaveMeant({ $0.kind != nil }) else { return }
      let words = ItemKeyword.allCases.filter { $0.lists.contains(list) }.map(\.rawValue)
      reading.report(
        Diagnostic(
          .missingKey, "this item has no kind", at: reader.subject.keyRange,
          hint: "add one of the keys \(listing(words, last: "or"))"))
      return
    }
    for other in kinds.dropFirst() {
      let transition = [kind, other].first { $0.kind == .transition }
      reading.report(
        Diagnostic(
          .twoInOneEntry,
          "an item has one kind, but this one is \(kind.kind.noun) and \(other.kind.noun)",
          at: other.entry.keyRange,
          notes: [.init("`\(kind.kind.rawValue)` is here", at: kind.entry.keyRange)],
          hint: transition == nil || kinds.count > 2
            ? "make them two items, or remove one of the keys"
            : "a transition is a separate item between the two that it joins",
          fixes: transition.flatMap {
            kinds.count == 2 ? ownItem($0.entry, reader.subject, reading.source) : nil
          }.map {
            [$0]
          } ?? []))
    }
    if !kind.kind.lists.contains(list) {
      reading.reportKind(kind.kind, notIn: list, at: kind.entry.keyRange)
    }
  }

  /// The fix that makes a `transition` key of an item a separate item after it, or before the last item.
  private static func ownItem(
    _ entry: YAMLEntry, _ subject: Subject, _ source: SourceText
  ) -> Diagnostic.Fix? {
    guard case .mapping(let entries, let isFlow) = subject.node.value, case .scalar = entry.value.value,
      let removal = MappingLayout(entries, isFlow: isFlow, of: source).removing([entry]),
      let removed = removal.first?.range,
      let insertion = MappingLayout.item(
        "transition: \(source[entry.value.range])", beside: subject.node, without: removed, of: source)
    else { return nil }
    return Diagnostic.Fix(
      "make `transition: \(source[entry.value.range])` a separate item", removal + [insertion],
      isSafe: false)
  }

  /// Whether a key is not allowed for this kind of item or in this list, which is reported; a second kind is
  /// reported by `reportKinds`.
  static func isOutOfPlace(
    _ written: WrittenKey, _ kind: ItemKeyword, _ role: ItemMappingRole, _ kinds: [Kind], in reading: Reading
  ) -> Bool {
    if let own = written.key.kind {
      return own != kind && kinds.contains { $0.kind == own }
    }
    guard case .item(let list) = role, !written.key.belongs(to: kind, in: list) else { return false }
    guard case .item(let owners, let lists, _) = written.key.role, owners.contains(kind),
      !lists.contains(list)
    else {
      reading.report(
        Diagnostic(
          .keyOfAnotherKind, "`\(written.entry.key)` does not belong to \(kind.noun)",
          at: written.entry.keyRange,
          hint: kind == .each
            ? "write it inside `each`, for every item: `each: {image: photos/*.jpg, \(written.entry.key): …}`"
            : written.key.placeHint))
      return true
    }
    reportKey(written, ofOtherListsThan: list, in: reading)
    return true
  }

  /// Reports a key of items, or of their defaults, that has no meaning in a list.
  static func reportKey(_ written: WrittenKey, ofOtherListsThan list: ItemList, in reading: Reading) {
    guard case .item(_, let lists, _) = written.key.role else { return }
    let key = written.entry.key
    if lists == [.timeline] {
      reading.report(
        Diagnostic(
          .wrongList, "`\(key)` is only for items of the timeline", at: written.entry.keyRange,
          hint: key == "captions" || key == "caption"
            ? "write the texts as another `each` under `overlays`" : "it belongs to items under `timeline`"))
      return
    }
    let reason =
      lists == ItemList.timed
      ? "`\(key)` is not allowed in the timeline, whose items play one after the other"
      : "`\(key)` applies to pictures; items under `\(list.rawValue)` are only heard"
    let hint =
      lists == ItemList.timed
      ? "put a `gap` before the item, or move it to `overlays` or `audio`"
      : "it belongs to items under \(listing(ItemList.allCases.filter(lists.contains).map(\.rawValue), last: "and"))"
    reading.report(Diagnostic(.wrongList, reason, at: written.entry.keyRange, hint: hint))
  }

  private static func notOfSound(_ text: FFmpegFilterText) -> Diagnostic {
    let near = Suggestion.best(for: text.name.value, among: FFmpegSoundFilters.allowed.sorted())
    return Diagnostic(
      .filterOnWrongItem, "`\(text.name.value)` is not an audio filter, and this item has no picture",
      at: text.name.range,
      hint: near.map { "did you mean `\($0)`?" }
        ?? "use one of FFmpeg's audio filters, such as `aecho` or `equalizer`")
  }

  /// Reports picture filters on items without pictures, and audio filters on items without sound.
  static func checkSenses(of item: Item, _ kind: ItemKeyword, in list: ItemList, _ reading: Reading) {
    let isSeen = Set<ItemKeyword>.seen.contains(kind) && ItemList.seen.contains(list)
    let isHeard = Set<ItemKeyword>.heard.contains(kind)
    for filter in item.filters?.value.map(\.value) ?? [] {
      switch filter.sense {
      case .picture where !isSeen:
        if case .ffmpeg(let text) = filter.value {
          reading.report(notOfSound(text))
          continue
        }
        let hint = filter.name == "fade" ? "use the item's `fade:` key to fade its sound" : nil
        reading.report(
          Diagnostic(
            .filterOnWrongItem, "`\(filter.name)` changes pictures, and this item has none",
            at: filter.place, hint: hint ?? "remove it, or use an audio filter"))
      case .sound where !isHeard:
        reading.report(
          Diagnostic(
            .filterOnWrongItem, "`\(filter.name)` changes sound, and this item has none", at: filter.place,
            hint: "remove it"))
      case .picture, .sound, .both: break
      }
    }
  }
}
