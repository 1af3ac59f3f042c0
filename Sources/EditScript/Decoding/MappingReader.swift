import Basics
import Diagnostics
import YAMLTree

/// Reads one mapping by its declared keys: `reader.size` is the value under the key `size`.
///
/// Unknown keys are reported at the start, missing and unread keys at the end, so that nothing is overlooked.
@dynamicMemberLookup
package final class MappingReader<Keys: KeySet> {
  let subject: Subject
  let reading: Reading
  private let schema: MappingSchema<Keys>
  private(set) var written: [WrittenKey] = []
  /// Defaults for keys that are not written; their mistakes are already reported.
  private var fallback: [YAMLEntry] = []
  /// Declared keys that unknown keys probably stand for; they are not reported as missing.
  private var meant: [KeyDeclaration] = []
  private let hasUnknown: Bool
  /// The finding about an unknown key that no known one is near. What is missing may be what it stands for, so
  /// this is a note on that finding.
  private var unexplained: (key: String, finding: Int)?

  /// `candidates` returns the keys that an unknown key may stand for, most likely ones first.
  init(
    _ schema: MappingSchema<Keys>, _ entries: [YAMLEntry], of subject: Subject, in reading: Reading,
    candidates: ([KeyDeclaration]) -> [KeyDeclaration] = { $0 }
  ) {
    self.schema = schema
    self.subject = subject
    self.reading = reading
    var unknown: [YAMLEntry] = []
    for entry in reading.joiningValuesCutAtCommas(entries, schema.description.keys) {
      let name = reading.visibleKey(entry, isKnown: { schema.position(of: $0) != nil })
      if let position = schema.position(of: name) {
        written.append(WrittenKey(schema.description.keys[position], at: position, entry))
      } else {
        unknown.append(entry)
      }
    }
    hasUnknown = !unknown.isEmpty
    if hasUnknown { reportUnknown(unknown, among: candidates(schema.description.keys)) }
  }

  /// The value under a key; nil when the key is not written or its value was reported.
  package subscript<Value>(dynamicMember path: KeyPath<Keys, Key<Value>>) -> Located<Value>? {
    read(schema.keys[keyPath: path])
  }

  /// The first of several keys that is written with a readable value, and that value.
  func firstWritten<Value>(
    of path: KeyPath<Keys, [Key<Value>]>
  ) -> (key: KeyDeclaration, value: Located<Value>)? {
    for key in schema.keys[keyPath: path] where written.contains(where: { $0.key === key.declaration }) {
      if let value = read(key) { return (key.declaration, value) }
    }
    return nil
  }

  /// The keys that are written with readable values, and those values.
  func allWritten<Value>(
    of path: KeyPath<Keys, [Key<Value>]>
  ) -> [(key: KeyDeclaration, value: Located<Value>)] {
    schema.keys[keyPath: path].compactMap { key in read(key).map { (key.declaration, $0) } }
  }

  /// Reads every unread key that has a property and stores the values in `record`, in the order of the text
  /// except for the keys in `last`, which follow in their order there.
  func fill(_ record: inout Keys.Record, last: [KeyDeclaration] = []) {
    func isLast(_ index: Int) -> Bool { last.contains { $0 === written[index].key } }
    let order =
      written.indices.filter { !isLast($0) }
      + last.flatMap { key in written.indices.filter { written[$0].key === key } }
    for index in order where written[index].state == .untouched {
      let item = written[index]
      guard let read = schema.field(at: item.position)?.read else { continue }
      written[index].state = .read
      reading.read(item.key.support) { read(item.entry, reading, &record) }
    }
    guard !fallback.isEmpty else { return }
    var filled: Set<Int> = []
    for entry in fallback {
      guard let position = schema.position(of: entry.key), let read = schema.field(at: position)?.read,
        !written.contains(where: { $0.position == position }), filled.insert(position).inserted
      else { continue }
      reading.quietly { read(entry, reading, &record) }
    }
  }

  /// The record with the values of all keys that have a property.
  func filled(_ record: Keys.Record) -> Keys.Record {
    var record = record
    fill(&record)
    return record
  }

  /// The keys of the mapping under a key, whether or not their values can be read.
  func names<Value>(under path: KeyPath<Keys, Key<Value>>) -> [String] {
    let key = declaration(of: path)
    guard let entry = written.first(where: { $0.key === key })?.entry,
      case .mapping(let entries, _) = entry.value.value
    else { return [] }
    return entries.map(\.key)
  }

  func declaration<Value>(of path: KeyPath<Keys, Key<Value>>) -> KeyDeclaration {
    schema.keys[keyPath: path].declaration
  }

  /// The value under a key, which can still be read; its findings are reported then.
  func peek<Value>(_ path: KeyPath<Keys, Key<Value>>) -> Value? {
    let key = schema.keys[keyPath: path]
    let entry =
      written.first { $0.key === key.declaration && $0.state != .setAside }?.entry
      ?? fallback.first { schema[$0.key] === key.declaration }
    return entry.flatMap { entry in reading.quietly { key.shape.read(Subject(entry), reading) } }
  }

  func startFrom(_ entries: [YAMLEntry]) { fallback = entries }

  private func read<Value>(_ key: Key<Value>) -> Located<Value>? {
    guard let index = written.firstIndex(where: { $0.key === key.declaration }) else {
      return readFallback(key)
    }
    guard written[index].state == .untouched else { return nil }
    written[index].state = .read
    let entry = written[index].entry
    let value = reading.read(key.declaration.support) { key.shape.read(Subject(entry), reading) }
    return value.map { Located($0, at: entry.value.range) }
  }

  private func readFallback<Value>(_ key: Key<Value>) -> Located<Value>? {
    guard let entry = fallback.first(where: { schema[$0.key] === key.declaration }) else { return nil }
    return reading.quietly { key.shape.read(Subject(entry), reading) }
      .map { Located($0, at: entry.value.range) }
  }

  /// Excludes keys that were reported as out of place; their values are only checked.
  func setAside(_ isOutOfPlace: (WrittenKey) -> Bool) {
    for index in written.indices where isOutOfPlace(written[index]) {
      written[index].state = .setAside
    }
  }

  /// Marks all unread keys as used elsewhere; their values are only checked, at the end.
  func readAll() {
    for index in written.indices where written[index].state == .untouched {
      written[index].state = .usedElsewhere
    }
  }

  /// Whether an unknown key of this mapping probably stands for a key that satisfies `isMeant`.
  func mayHaveMeant(_ isMeant: (KeyDeclaration) -> Bool) -> Bool { meant.contains(where: isMeant) }

  /// Whether the key is written, even with an unreadable value, has a default, or is probably misspelled.
  func hasValue<Value>(for path: KeyPath<Keys, Key<Value>>) -> Bool {
    let declaration = schema.keys[keyPath: path].declaration
    return written.contains { $0.key === declaration && $0.state != .setAside }
      || meant.contains { $0 === declaration }
      || fallback.contains { schema[$0.key] === declaration }
  }

  /// Checks unread keys, and reports keys that are missing or cannot be rendered yet.
  ///
  /// If the mapping could not be decoded, unread keys are not reported, because the cause already is.
  func finish(wasDecoded: Bool = true, requiresKeys: Bool = true) {
    for item in written {
      let key = item.key
      // The value of a key beside `each` is checked once it is inside, where it has another meaning.
      if item.state == .setAside, reading.itemKind == .each {
        reading.markVariables(in: item.entry.value)
      } else if item.state != .read {
        reading.read(key.support) { key.check(Subject(item.entry), reading) }
      }
      // A key that decoding never reads would be silently ignored, so it is reported.
      if (item.state == .untouched && wasDecoded) || (item.state != .setAside && !key.support.isRendered) {
        reading.reportPlanned(
          "this version cannot render `\(key.name)` yet", at: item.entry.keyRange,
          hint: key.support.instead ?? "remove `\(key.name)` for now")
      }
    }
    if requiresKeys { reportMissing() }
    reportAlternatives()
  }
}

/// A declared key with its entry in the script.
struct WrittenKey {
  let key: KeyDeclaration
  /// The index of `key` among the declarations of its mapping.
  fileprivate let position: Int
  let entry: YAMLEntry
  fileprivate(set) var state = State.untouched

  enum State {
    case untouched
    case read
    case usedElsewhere
    case setAside
  }

  fileprivate init(_ key: KeyDeclaration, at position: Int, _ entry: YAMLEntry) {
    self.key = key
    self.position = position
    self.entry = entry
  }
}

extension Reading {
  fileprivate func read<Result>(_ support: Support, _ body: () -> Result) -> Result {
    support.isRendered ? body() : insidePlanned(body)
  }
}

// MARK: - Values with commas

extension Reading {
  /// The entries of a mapping in braces, with values joined that YAML cut at a comma.
  ///
  /// In `{place: top right, margin 5%}`, YAML sees a value and a key without one. If both parts together are
  /// a value of the key, it is used and the comma is reported.
  fileprivate func joiningValuesCutAtCommas(_ entries: [YAMLEntry], _ keys: [KeyDeclaration]) -> [YAMLEntry] {
    var joined: [YAMLEntry] = []
    var changed: [(index: Int, isSafe: Bool)] = []
    for entry in entries {
      guard let last = joined.last, let whole = joining(last, entry),
        !keys.contains(where: { $0.name == entry.key }), let key = keys.first(where: { $0.name == last.key }),
        isUnderstood({ key.check(Subject(whole), self) })
      else {
        joined.append(entry)
        continue
      }
      // A key that accepts any text also accepts this, though its second part may be a key without a value.
      let isFree = isUnderstood { key.check(Subject(last.with("?!, ?!")), self) }
      guard !isFree || suggestion(for: entry, among: keys) == nil else {
        joined.append(entry)
        continue
      }
      joined[joined.count - 1] = whole
      changed.removeAll { $0.index == joined.count - 1 }
      changed.append((joined.count - 1, !isFree))
    }
    for (index, isSafe) in changed {
      let entry = joined[index]
      let written = source[entry.value.range]
      let fix = Diagnostic.Fix(
        "write `\"\(written)\"`", [TextEdit(range: entry.value.range, replacement: "\"\(written)\"")],
        isSafe: isSafe)
      report(
        Diagnostic(
          .unquotedComma, "inside braces the value of `\(entry.key)` ends at the comma",
          at: entry.value.range, hint: "quote the value: `\(entry.key): \"\(written)\"`", fixes: [fix]))
    }
    return joined
  }

  /// An entry with a plain value, joined with the next entry, which has none; nil for other entries.
  private func joining(_ first: YAMLEntry, _ second: YAMLEntry) -> YAMLEntry? {
    guard case .scalar(let value) = first.value.value, value.style == .plain, !value.isAbsent,
      case .scalar(let rest) = second.value.value, rest.isAbsent,
      first.value.range.end <= second.keyRange.start
    else { return nil }
    let between = source[SourceRange(first.value.range.end, second.keyRange.start)]
    let range = SourceRange(first.value.range.start, second.keyRange.end)
    let written = source[range]
    guard between.filter({ $0 != " " }) == ",", !written.contains(where: { "\"\\\n".contains($0) }) else {
      return nil
    }
    return first.with(written, at: range)
  }
}

extension YAMLEntry {
  /// The same key with another plain value.
  fileprivate func with(_ text: String, at range: SourceRange? = nil) -> YAMLEntry {
    let node = YAMLNode(.scalar(YAMLScalar(text)), range: range ?? value.range)
    return YAMLEntry(key: key, keyRange: keyRange, value: node)
  }
}

// MARK: - Unknown and missing keys

extension MappingReader {
  private func reportUnknown(_ entries: [YAMLEntry], among candidates: [KeyDeclaration]) {
    var hasListed = false
    var explained: Set<SourceRange> = []
    let neighbours = neighbours(unknown: entries, among: candidates)
    for entry in entries where !explained.contains(entry.keyRange) {
      reading.markVariables(in: entry.value)
      let free = candidates.filter { candidate in !written.contains { $0.key === candidate } }
      let suggestion = reading.suggestion(
        for: entry, among: free, needed: { isMissing($0) }, beside: neighbours)
      // Comparing each of thousands of entries with all others would take long.
      if suggestion?.isCertain != true, reading.hasSuggestions {
        let open = entries.filter { !explained.contains($0.keyRange) }
        let repairs = wholeRepairs(of: entry, among: candidates, beside: open, neighbours)
        if let first = repairs.first {
          for other in first.entries { reading.markVariables(in: other.value) }
          explained.formUnion(first.entries.map(\.keyRange))
          meant += repairs.map(\.key)
          reading.report(unknownKeys(first.entries, repairs))
          continue
        }
      }
      reading.report(unknownKey(entry, suggestion, allowed: hasListed ? [] : free))
      guard let suggestion else {
        hasListed = true
        if !reading.isQuiet, unexplained.map({ entry.key < $0.key }) ?? true {
          unexplained = (entry.key, reading.diagnostics.count - 1)
        }
        continue
      }
      meant.append(suggestion.key)
      if suggestion.isCertain, let position = schema.position(of: suggestion.key.name) {
        written.append(WrittenKey(suggestion.key, at: position, entry))
      }
    }
  }

  /// Whether the mapping makes no sense without a key that is not written.
  private func isMissing(_ key: KeyDeclaration) -> Bool {
    key.isRequired || (key.kind != nil && !written.contains { $0.key.kind != nil })
  }

  /// The names of the mapping's keys, with synonyms replaced by the keys that they stand for.
  private func neighbours(unknown: [YAMLEntry], among candidates: [KeyDeclaration]) -> Set<String> {
    var names = Set(written.map(\.key.name))
    for entry in unknown {
      if let key = candidates.first(where: { $0.synonyms.contains { $0.part(named: entry.key) != nil } }) {
        names.insert(key.name)
      }
    }
    return names
  }

  private func unknownKeys(_ entries: [YAMLEntry], _ repairs: [WholeRepair]) -> Diagnostic {
    let names = entries.map(\.key)
    let texts = repairs.compactMap(\.text)
    let question = texts.isEmpty ? nil : "did you mean \(listing(texts, last: "or"))?"
    return Diagnostic(
      .unknownKey,
      names.count > 1
        ? "\(listing(names, last: "and")) are not keys of \(place)"
        : "`\(names[0])` is not a key of \(place)",
      at: entries[0].keyRange,
      notes: entries.dropFirst().map { .init("`\($0.key)` is here", at: $0.keyRange) },
      hint: [question, repairs.lazy.compactMap(\.hint).first].compactMap(\.self).joined(separator: " "),
      fixes: repairs.map(\.fix))
  }

  private func unknownKey(
    _ entry: YAMLEntry, _ suggestion: KeySuggestion?, allowed: [KeyDeclaration]
  ) -> Diagnostic {
    let message = "`\(entry.key)` is not a key of \(place)"
    guard let suggestion else {
      if let other = otherWord(for: entry.key) {
        return Diagnostic(
          .unknownKey, message, at: entry.keyRange,
          notes: [
            .init(
              "the right key, `\(other.key.name)`, is already written here", at: other.entry.keyRange)
          ],
          hint: other.key.related.first { $0.part(named: entry.key) != nil }?.hint ?? "keep one of them")
      }
      let hint =
        reading.hasSuggestions && !allowed.isEmpty
        ? "allowed here: \(allowed.map(\.name).joined(separator: ", "))"
        : hasAllKeys ? "all keys of \(place) are already written here" : nil
      return Diagnostic(.unknownKey, message, at: entry.keyRange, hint: hint)
    }
    let name = suggestion.key.name
    guard suggestion.isRename else {
      return Diagnostic(
        .unknownKey, message, at: entry.keyRange,
        hint: "use the key `\(name)`"
          + (suggestion.hint.map { "; \($0)" } ?? ", as in `\(name): \(suggestion.key.example)`"))
    }
    let fix = Diagnostic.Fix(
      "write `\(name)`", [TextEdit(range: entry.keyRange, replacement: name)],
      isSafe: suggestion.isCertain)
    let question = "did you mean `\(name)`?"
    return Diagnostic(
      .unknownKey, message, at: entry.keyRange, hint: suggestion.hint.map { "\(question) \($0)" } ?? question,
      fixes: [fix])
  }

  private var hasAllKeys: Bool {
    let keys = schema.description.keys
    return keys.count <= 12 && keys.allSatisfy { key in written.contains { $0.key === key } }
  }

  /// The written key for which `word` is another tool's word.
  private func otherWord(for word: String) -> WrittenKey? {
    guard reading.hasSuggestions else { return nil }
    return written.first { ($0.key.synonyms + $0.key.related).contains { $0.part(named: word) != nil } }
  }

  private func reportMissing() {
    for key in schema.description.keys where key.isRequired {
      guard !written.contains(where: { $0.key === key }), !meant.contains(where: { $0 === key }),
        !fallback.contains(where: { schema[$0.key] === key })
      else { continue }
      let message = "\(place) needs `\(key.name)`"
      if let unexplained {
        reading.add(Diagnostic.Note(message, at: subject.keyRange), toFinding: unexplained.finding)
        continue
      }
      reading.report(
        Diagnostic(
          .missingKey, message, at: subject.keyRange,
          hint: "add it, as in `\(key.name): \(key.example)`"))
    }
  }

  /// Reports an entry without a key, or with several, in a list of one-key mappings.
  func requireOneKey() {
    if written.isEmpty, !hasUnknown {
      reading.reportEmptyCollection(subject, expecting: "one key of \(place)")
    }
    guard let second = written.dropFirst().first else { return }
    reading.report(
      Diagnostic(
        .twoInOneEntry, "`\(written[0].entry.key)` and `\(second.entry.key)` are in the same entry",
        at: second.entry.keyRange,
        notes: [.init("the first one", at: written[0].entry.keyRange)],
        hint: "start a new list item for each"))
  }

  /// Reports a mapping in which none of these keys is written. Other words may stand for one of them, which is
  /// reported.
  func requireOne(of names: [String]) {
    guard !hasUnknown, !written.contains(where: { names.contains($0.key.name) }) else { return }
    let keys = names.map { "`\($0)`" }
    let listed = keys.dropLast().joined(separator: ", ") + " or " + (keys.last ?? "")
    reading.report(
      Diagnostic(
        .missingKey, "\(place) needs one of the keys \(listed)", at: subject.keyRange, hint: "add one of them"
      ))
  }

  /// Reports each of these keys that is not written, unless other words may stand for it, which is reported.
  func require(_ names: [String]) {
    guard !hasUnknown else { return }
    for key in schema.description.keys where names.contains(key.name) {
      guard !written.contains(where: { $0.key === key }) else { continue }
      reading.report(
        Diagnostic(
          .missingKey, "\(place) needs `\(key.name)`", at: subject.keyRange,
          hint: "add it, as in `\(key.name): \(key.example)`"))
    }
  }

  private func reportAlternatives() {
    for names in schema.description.alternatives {
      let both = written.filter { names.contains($0.key.name) }
      guard let first = both.first else { continue }
      for other in both.dropFirst() {
        reading.report(
          Diagnostic(
            .competingKeys, "`\(other.key.name)` and `\(first.key.name)` set the same thing",
            at: other.entry.keyRange, notes: [.init("the other one", at: first.entry.keyRange)],
            hint: "keep one of them"))
      }
    }
  }

  private var place: String { Keys.title }
}

/// The key that an unknown key probably stands for.
struct KeySuggestion {
  let key: KeyDeclaration
  /// Whether no other key is near; the script is then read as if this key were written.
  let isCertain: Bool
  /// Whether the value can stay as it is.
  var isRename = true
  var hint: String?
}

extension Reading {
  /// The key that is another spelling of the word or another tool's word for it, else the nearest one.
  ///
  /// - Parameter needed: Whether a key is missing that the mapping must have.
  func suggestion(
    for entry: YAMLEntry, among keys: [KeyDeclaration], needed: (KeyDeclaration) -> Bool = { _ in false },
    beside neighbours: Set<String> = []
  ) -> KeySuggestion? {
    guard hasSuggestions else { return nil }
    suggestionsLeft -= 1
    let word = entry.key
    if let key = keys.first(where: { Suggestion.isSameWord($0.name, word) }) {
      return KeySuggestion(key: key, isCertain: true)
    }
    let value = if case .scalar(let scalar) = entry.value.value { scalar.text } else { "" }
    for key in keys {
      if let synonym = key.synonyms.first(where: {
        $0.part(named: word) != nil && $0.applies(beside: neighbours)
      }) {
        return KeySuggestion(key: key, isCertain: synonym.isSame(value), hint: synonym.hint)
      }
    }
    for key in keys {
      if let synonym = key.related.first(where: {
        $0.part(named: word) != nil && $0.applies(beside: neighbours)
      }) {
        return KeySuggestion(key: key, isCertain: false, isRename: synonym.isPlain, hint: synonym.hint)
      }
    }
    guard Negation(word, among: keys) == nil else { return nil }
    return nearestName(to: entry, among: keys, needed: needed) ?? nearestSynonym(to: word, among: keys)
  }

  private func nearestName(
    to entry: YAMLEntry, among keys: [KeyDeclaration], needed: (KeyDeclaration) -> Bool
  ) -> KeySuggestion? {
    let names = keys.map(\.name)
    guard let best = Suggestion.best(for: entry.key, among: names),
      let key = keys.first(where: { $0.name == best })
    else { return nil }
    // A long word with one error is not mistaken for another one that would need two.
    let others = names.filter { name in
      name != best && (!Self.isLong(entry.key, name) || Suggestion.isSlip(entry.key, for: name))
    }
    let isAlone = Suggestion.best(for: entry.key, among: others) == nil
    return KeySuggestion(key: key, isCertain: isAlone && isMisspelled(entry, for: key, isNeeded: needed(key)))
  }

  private static func isLong(_ word: String, _ name: String) -> Bool { max(word.count, name.count) > 5 }

  /// Whether an unknown key is certainly a misspelling. Short words have many neighbours, so their value must
  /// fit this key too, unless the key is missing anyway. Then one letter too many or too few is enough; another
  /// letter can make another word: `test` may be more than `text`.
  private func isMisspelled(_ entry: YAMLEntry, for key: KeyDeclaration, isNeeded: Bool) -> Bool {
    guard Suggestion.isSlip(entry.key, for: key.name), !LanguageSchema.knows(entry.key) else { return false }
    if isNeeded, entry.key.count != key.name.count { return true }
    if Suggestion.isEasySlip(entry.key, for: key.name) || Self.isLong(entry.key, key.name) {
      return true
    }
    return key.shape.scalar?.isText != true && isUnderstood { key.check(Subject(entry), self) }
  }

  /// The key for another tool's word, misspelled; short words are near too many others.
  private func nearestSynonym(to word: String, among keys: [KeyDeclaration]) -> KeySuggestion? {
    let synonyms = keys.flatMap { $0.synonyms + $0.related }
    let words = synonyms.flatMap(\.words).filter { $0.utf8.count >= 5 }
    guard let best = Suggestion.best(for: word, among: words) else { return nil }
    return keys.first { ($0.synonyms + $0.related).contains { $0.words.contains(best) } }.map { key in
      let synonym = (key.synonyms + key.related).first { $0.words.contains(best) }
      return KeySuggestion(
        key: key, isCertain: false, isRename: synonym?.isPlain ?? true, hint: synonym?.hint)
    }
  }
}
