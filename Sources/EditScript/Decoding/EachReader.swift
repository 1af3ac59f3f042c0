import Basics
import Diagnostics
import YAMLTree

// Reads `each`: its item is read once per value of the lists in it, as if written that many times.

extension Shape<EachItem> {
  static var each: Shape {
    .mapping(.item(.each)) { entries, subject, reading in
      ItemReader.each(entries, of: subject, in: reading)
    }
  }
}

/// The texts of `captions`, as written.
struct WrittenCaptions: Hashable, Sendable {
  let texts: [YAMLNode]
}

/// The look of captions: keys of their `text` items.
struct CaptionKeys: Hashable, Sendable {
  let entries: [YAMLEntry]
  /// The keys in canonical spelling.
  let text: String
}

extension Shape<WrittenCaptions> {
  /// A list of texts, or a list variable.
  static var captions: Shape {
    let variable = ScalarForm(
      noun: "a list variable", makePattern: { "\\$\\{[^}]+\\}" })
    let element = Shape<String>.text
    return Shape.list(element.description) { nodes, subject, reading in
      for node in nodes { _ = element.read(subject.element(node), reading) }
      guard !nodes.isEmpty else {
        reading.reportEmptyCollection(subject, expecting: "one text per item")
        return nil
      }
      return WrittenCaptions(texts: nodes)
    }
    .or(
      .scalar(variable) { text, subject, reading in
        reading.report(
          Diagnostic(
            .wrongType, "`captions` is a single text; expected one per item",
            at: subject.node.range, hint: "write `captions: [\(text.text)]`, or a `text` under `overlays`"))
        return nil
      })
  }
}

extension Shape<CaptionKeys> {
  static var captionKeys: Shape {
    .mapping(.item(.defaults(.text))) { entries, subject, reading in
      ItemReader.check(entries, as: .defaults(.text), of: subject, in: reading)
      let known = entries.filter { ItemKeys.schema[$0.key] != nil }
      let text = YAMLEntry(
        key: "text", keyRange: subject.keyRange,
        value: YAMLNode(.scalar(YAMLScalar("", style: .doubleQuoted)), range: subject.node.range))
      let item = reading.quietly {
        ItemReader.read([text] + known, in: .overlays, of: subject, in: reading)
      }
      let lines = item.map { ItemKeys.schema.lines(of: $0) } ?? []
      return CaptionKeys(entries: known, text: lines.joined(separator: ", "))
    }
  }
}

extension KeyField<TransitionItem> {
  /// The transition between the items of an `each`.
  static let betweenEach = KeyField { (item: Item) in
    item.each?.transition?.canonicalText
  } set: { item, transition in
    item.each?.transition = transition.value
  }
}

extension KeyField<WrittenCaptions> {
  static let captions = KeyField { (item: Item) in
    guard let captions = item.each?.captions, !captions.isEmpty else { return nil }
    return "[" + captions.map { onOneLine($0.kind.subject) }.joined(separator: ", ") + "]"
  }
}

extension KeyField<CaptionKeys> {
  /// The look that all captions share.
  static let captionKeys = KeyField { (item: Item) in item.each?.captionLook?.value }
}

// MARK: - Reading

extension ItemReader {
  /// Returns an `each` with its captions; nil if it could not be read.
  static func each(_ reader: MappingReader<ItemKeys>) -> EachItem? {
    let (written, captions, look, changes) = (reader.each, reader.captions, reader.caption, reader.overrides)
    guard var each = written?.value else { return nil }
    if reader.reading.list == .overlays,
      let transition = reader.written.first(where: { $0.entry.key == "transition" })
    {
      reader.reading.report(
        Diagnostic(
          .wrongList, "`transition` joins items of the timeline; overlays do not follow each other",
          at: transition.entry.keyRange, hint: "remove it, or write a `fade` in the item"))
    }
    if let changes, let entries = reader.written.first(where: { $0.entry.key == "each" })?.entry.value {
      each.overrides = overrides(changes.value, of: each, entries, in: reader.reading)
    }
    each.hasUnreadCaptions = captions == nil && reader.hasValue(for: \.captions)
    each.captionLook = look.map { Located($0.value.text, at: $0.range) }
    guard let captions else { return each }
    each.captionsRange = captions.range
    each.captions = captions.value.texts.compactMap { caption($0, look?.value.entries ?? [], reader.reading) }
    return each
  }

  /// A caption as a `text` item. Mistakes in the text or the look are already reported.
  private static func caption(_ text: YAMLNode, _ look: [YAMLEntry], _ reading: Reading) -> Item? {
    let start = SourceRange(text.range.start, text.range.start)
    var entries = [YAMLEntry(key: "text", keyRange: start, value: text)] + look
    if !(look + reading.defaults.keys(of: .text, in: .overlays)).contains(where: { $0.key == "place" }) {
      let place = YAMLNode(.scalar(YAMLScalar("bottom, margin 6%", style: .doubleQuoted)), range: text.range)
      entries.append(YAMLEntry(key: "place", keyRange: start, value: place))
    }
    let subject = Subject(
      YAMLNode(.mapping(entries, isFlow: true), range: text.range), key: "captions", keyRange: text.range)
    return reading.quietly { read(entries, in: .overlays, of: subject, in: reading) }
  }

  fileprivate static func each(
    _ entries: [YAMLEntry], of subject: Subject, in reading: Reading
  ) -> EachItem? {
    let kinds = entries.filter { ItemKeys.schema[$0.key]?.kind != nil }
    if let kind = kinds.first, ["each", "transition", "credits", "angles"].contains(kind.key) {
      reading.report(
        Diagnostic(
          .wrongList, "`\(kind.key)` is not allowed in an `each`", at: kind.keyRange,
          hint: kind.key == "transition"
            ? "write `transition` beside `each`, and it is used between the items"
            : kind.key == "credits"
              ? "write `credits` as a separate item, which lists all names"
              : kind.key == "angles"
                ? "write each `angles` as a separate item"
                : "make the inner one a sequence, and write `sequence: name`"))
      reading.markVariables(in: subject.node)
      return nil
    }
    if let name = entries.first(where: { $0.key == "name" }) {
      reading.report(
        Diagnostic(
          .keyOfAnotherKind, "`name` inside an `each` would name several items", at: name.keyRange,
          hint: "write it beside `each`, and it names all of them together"))
    }
    guard let lists = reading.lists(in: entries, kinds: kinds) else {
      reading.markVariables(in: subject.node)
      return nil
    }
    let wasInEach = reading.isInEach
    reading.isInEach = true
    defer { reading.isInEach = wasInEach }
    var each = EachItem(
      items: [], hasLists: lists.count != nil, areOwn: kinds.contains { reading.isListed($0.value) },
      range: subject.node.range)
    let list = reading.list ?? .timeline
    for index in 0..<(lists.count ?? 1) {
      let chosen = reading.chosen(index, in: entries, isList: each.hasLists)
      // All items have the same keys, so without a kind all of them are unreadable.
      guard let item = read(chosen, in: list, of: subject, in: reading) else { return nil }
      each.items.append(item)
    }
    return each
  }
}

// MARK: - Lists

/// The number of values in each list of an `each`, and the range of the last list counted.
private struct EachLists {
  /// Nil if there is no list.
  var count: Int?
  var range = SourceRange(0, 0)
  var areAlike = true
}

extension Reading {
  /// The lists in an item; nil after a finding.
  fileprivate func lists(in entries: [YAMLEntry], kinds: [YAMLEntry]) -> EachLists? {
    var lists = EachLists()
    for entry in kinds + entries.filter({ $0.key == "at" && list == .overlays }) {
      if case .sequence(let elements, _) = entry.value.value {
        add(elements.count, at: entry.value.range, to: &lists)
      }
    }
    for entry in entries { addVariables(in: entry.value, to: &lists) }
    guard lists.areAlike else { return nil }
    return lists
  }

  private func addVariables(in node: YAMLNode, to lists: inout EachLists) {
    switch node.value {
    case .scalar(let scalar):
      for name in variableNames(in: scalar.text) {
        if let values = variables?.list(name) { add(values.count, at: node.range, to: &lists) }
      }
    case .sequence(let elements, _): for element in elements { addVariables(in: element, to: &lists) }
    case .mapping(let entries, _): for entry in entries { addVariables(in: entry.value, to: &lists) }
    }
  }

  private func add(_ count: Int, at range: SourceRange, to lists: inout EachLists) {
    if count == 0 {
      report(
        Diagnostic(
          .emptyValue, "this list is empty", at: range, hint: "an `each` needs at least one value")
      )
      lists.areAlike = false
    } else if count > LanguageLimits.itemsOfEach {
      report(
        Diagnostic(
          .overLimit,
          "this list has \(count) values; an `each` may have at most \(LanguageLimits.itemsOfEach) items",
          at: range, hint: "split it into several"))
      lists.areAlike = false
    } else if let first = lists.count, first != count {
      report(
        Diagnostic(
          .countDiffers, "this list has \(count) values, but another one has \(first)", at: range,
          notes: [.init("the other one", at: lists.range)],
          hint: "lists are matched by position: first values belong to the first item"))
      lists.areAlike = false
    } else {
      lists.count = count
      lists.range = range
    }
  }

  /// Whether a text with these keys is markup: by its own keys, its style, or the defaults.
  fileprivate func areMarkup(_ entries: [YAMLEntry], in list: ItemList) -> Bool {
    func text(_ key: String, in entries: [YAMLEntry]) -> ScalarText? {
      guard let entry = entries.first(where: { $0.key == key }), case .scalar(let scalar) = entry.value.value
      else { return nil }
      let subject = Subject(entry.value, key: key, keyRange: entry.keyRange)
      return quietly { self.text(of: scalar, in: subject) }
    }
    let style = text("style", in: entries).map { Located($0.text, at: $0.range) }
    let ofStyle = quietly { keys(ofStyle: style, .text, in: list) } ?? []
    let written =
      text("markup", in: entries) ?? text("markup", in: ofStyle)
      ?? text("markup", in: defaults.keys(of: .text, in: list))
    guard let written, case .success(true) = ValueGrammar<Bool>.flag.read(written) else { return false }
    return true
  }

  /// Whether the value of a kind is a list or uses a list variable.
  fileprivate func isListed(_ node: YAMLNode) -> Bool {
    switch node.value {
    case .sequence: true
    case .scalar(let scalar): variableNames(in: scalar.text).contains { variables?.list($0) != nil }
    case .mapping: false
    }
  }

  /// The entries of the item at `index`, with that value of each list, overridden by `changed`.
  func chosen(
    _ index: Int, in entries: [YAMLEntry], overriddenBy changed: [YAMLEntry] = [], isList: Bool
  ) -> [YAMLEntry] {
    let plain = entries.filter { $0.key != "name" }
    guard isList else { return plain.overridden(by: changed) }
    // The other keys decide whether the text is markup.
    var chosen = plain.map { $0.key == "text" ? $0 : choosing(index, in: $0) }.overridden(by: changed)
    guard !changed.contains(where: { $0.key == "text" }),
      let text = chosen.firstIndex(where: { $0.key == "text" })
    else { return chosen }
    chosen[text] = reading(markup: areMarkup(chosen, in: list ?? .timeline)) {
      choosing(index, in: chosen[text])
    }
    return chosen
  }

  /// The entry for the item at `index`, with that value of each list.
  fileprivate func choosing(_ index: Int, in entry: YAMLEntry) -> YAMLEntry {
    var node = entry.value
    if ItemKeys.schema[entry.key]?.kind != nil || entry.key == "at",
      case .sequence(let elements, _) = node.value
    {
      node = elements[index]
    }
    return YAMLEntry(key: entry.key, keyRange: entry.keyRange, value: choosing(index, in: node))
  }

  private func choosing(_ index: Int, in node: YAMLNode) -> YAMLNode {
    switch node.value {
    case .scalar(let scalar):
      guard let text = choosing(index, in: scalar.text) else { return node }
      listedRanges.insert(node.range)
      noteVariables(in: scalar.text, at: node.range)
      return YAMLNode(.scalar(YAMLScalar(text, style: .doubleQuoted)), range: node.range)
    case .sequence(let elements, let isFlow):
      return YAMLNode(.sequence(elements.map { choosing(index, in: $0) }, isFlow: isFlow), range: node.range)
    case .mapping(let entries, let isFlow):
      let chosen = entries.map {
        YAMLEntry(key: $0.key, keyRange: $0.keyRange, value: choosing(index, in: $0.value))
      }
      return YAMLNode(.mapping(chosen, isFlow: isFlow), range: node.range)
    }
  }

  /// The entries of an item, with a list variable under `captions` or `credits` replaced by its values.
  func withListedTexts(_ entries: [YAMLEntry]) -> [YAMLEntry] {
    guard let index = entries.firstIndex(where: { $0.key == "captions" || $0.key == "credits" }),
      case .scalar(let scalar) = entries[index].value.value, case let node = entries[index].value,
      let name = variableNames(in: scalar.text).first, scalar.text == "${\(name)}",
      let values = variables?.list(name)
    else { return entries }
    markVariable(name)
    listedRanges.insert(node.range)
    noteVariables(in: scalar.text, at: node.range)
    var isMarkup = false
    if entries[index].key == "captions" {
      let look = entries.first { $0.key == "caption" }?.value.value
      let keys = if case .mapping(let keys, _)? = look { keys } else { [YAMLEntry]() }
      isMarkup = areMarkup(keys, in: .overlays)
    }
    let texts = reading(markup: isMarkup) {
      values.map {
        YAMLNode(.scalar(YAMLScalar(escaped(inserted($0)), style: .doubleQuoted)), range: node.range)
      }
    }
    var entries = entries
    entries[index] = YAMLEntry(
      key: entries[index].key, keyRange: entries[index].keyRange,
      value: YAMLNode(.sequence(texts, isFlow: true), range: node.range))
    return entries
  }
}
