package import Basics
import Diagnostics
import YAMLTree

/// A repair that replaces unknown keys by the key that they probably stand for, and combines their values.
struct WholeRepair {
  let key: KeyDeclaration
  /// The unknown entries that it replaces, in the order of the text.
  let entries: [YAMLEntry]
  /// `take: 1s..3s`; nil if they are only removed.
  let text: String?
  let edits: [TextEdit]
  let hint: String?

  var fix: Diagnostic.Fix {
    Diagnostic.Fix(
      text.map { "write `\($0)`" } ?? "remove \(listing(entries.map(\.key), last: "and"))", edits,
      isSafe: false)
  }
}

/// A word that negates a key: `no-audio`, `unmuted`, `without-fade`. Other rules must not read it as the key.
struct Negation {
  let key: KeyDeclaration

  init?(_ word: String, among keys: [KeyDeclaration]) {
    let word = String(String.UnicodeScalarView(Suggestion.folded(word)))
    for sign in Self.before where word.hasPrefix(sign) {
      if let key = Self.key(String(word.dropFirst(sign.count)), keys) {
        self.key = key
        return
      }
    }
    for sign in Self.after where word.hasSuffix(sign) {
      if let key = Self.key(String(word.dropLast(sign.count)), keys) {
        self.key = key
        return
      }
    }
    return nil
  }

  private static let before = [
    "without", "disable", "remove", "skip", "omit", "mute", "hide", "stop", "anti", "not", "non", "dis",
    "off",
    "un", "no", "de",
  ]
  private static let after = ["disabled", "muted", "none", "off"]

  private static func key(_ word: String, _ keys: [KeyDeclaration]) -> KeyDeclaration? {
    keys.first { Suggestion.isSameWord($0.name, word) }
      ?? keys.first { $0.synonyms.contains { $0.part(named: word) != nil } }
  }
}

// MARK: - Finding them

extension MappingReader {
  /// The repairs of an unknown key and of others that belong to it, most likely ones first. Returns only
  /// those that use the most keys.
  func wholeRepairs(
    of entry: YAMLEntry, among keys: [KeyDeclaration], beside unknown: [YAMLEntry], _ neighbours: Set<String>
  ) -> [WholeRepair] {
    guard reading.hasSuggestions, case .mapping(let all, let isFlow) = subject.node.value else { return [] }
    let layout = MappingLayout(all, isFlow: isFlow, of: reading.source)
    var found: [WholeRepair] = []
    for key in keys {
      for synonym in key.synonyms + key.related where synonym.applies(beside: neighbours) {
        found += wholeRepairs(by: synonym, of: key, entry, beside: unknown, layout)
      }
    }
    found += repairsElsewhere(of: entry, layout)
    if found.isEmpty, let negation = Negation(entry.key, among: keys) {
      found = repairs(of: entry, saying: negation, layout)
    }
    let most = found.map(\.entries.count).max()
    var texts: Set<String> = []
    return found.filter { $0.entries.count == most && texts.insert($0.text ?? "").inserted }
  }

  private func wholeRepairs(
    by synonym: Synonym, of key: KeyDeclaration, _ entry: YAMLEntry, beside unknown: [YAMLEntry],
    _ layout: MappingLayout
  ) -> [WholeRepair] {
    guard let own = synonym.part(named: entry.key) else { return [] }
    var parts: [YAMLEntry?] = synonym.parts.map { _ in nil }
    for other in unknown {
      if let part = synonym.part(named: other.key), part != own, parts[part] == nil { parts[part] = other }
    }
    parts[own] = entry
    let values = parts.map { part in
      part.map { Synonym.Part(text: reading.source[$0.value.range], node: $0.value) }
    }
    var texts = synonym.make.map { $0(values) } ?? values.compactMap { $0?.text }
    // A point places the centre of the picture; in most tools, its corner.
    if key.shape.isPlace, synonym.make == nil,
      let text = texts.first.flatMap({ reading.spelled($0, as: key) }),
      let first = text.utf8.first, isDigit(first) || first == UInt8(ascii: "-"), !text.contains("anchor")
    {
      texts = [text, text + " anchor top left"]
    }
    let entries = parts.compactMap(\.self).sorted { $0.keyRange < $1.keyRange }
    let written = layout.entries.first { $0.key == key.name }
    return texts.compactMap { text in
      guard let inner = synonym.inner else {
        guard written == nil, let value = reading.spelled(text, as: key) else { return nil }
        // For an unchanged value, renaming the key is the shorter repair.
        let isRenamed = synonym.make == nil && values.first??.text == value
        let edits =
          isRenamed
          ? [TextEdit(range: entry.keyRange, replacement: key.name)]
          : layout.replacing(entries, with: (key.name, value))
        return edits.map {
          WholeRepair(
            key: key, entries: entries, text: isRenamed ? key.name : "\(key.name): \(value)", edits: $0,
            hint: synonym.hint)
        }
      }
      return repair(entries, with: text, under: key, inner, written, layout, hint: synonym.hint)
    }
  }

  /// Moves a value into the mapping under a key, which may already exist.
  private func repair(
    _ entries: [YAMLEntry], with text: String, under key: KeyDeclaration, _ inner: String,
    _ written: YAMLEntry?, _ layout: MappingLayout, hint: String?
  ) -> WholeRepair? {
    guard let whole = reading.spelled("{\(inner): \(MappingLayout.inBraces(text))}", as: key) else {
      return nil
    }
    let value = String(whole.dropFirst(inner.utf8.count + 3).dropLast())
    var edits: [TextEdit]?
    if let written {
      guard case .mapping(let inside, let isFlow) = written.value.value,
        !inside.contains(where: { $0.key == inner }),
        let insertion = MappingLayout(inside, isFlow: isFlow, of: reading.source)
          .inserting("\(inner): \(value)", into: written.value)
      else { return nil }
      edits = layout.removing(entries).map { $0 + [insertion] }
    } else {
      edits = layout.replacing(entries, with: (key.name, whole))
    }
    return edits.map {
      WholeRepair(key: key, entries: entries, text: "\(key.name): \(whole)", edits: $0, hint: hint)
    }
  }

  /// The repair of a negated key: `no-audio: true` becomes `audio: off`, and `without-fade: true` is removed.
  private func repairs(
    of entry: YAMLEntry, saying negation: Negation, _ layout: MappingLayout
  ) -> [WholeRepair] {
    let key = negation.key
    let text = if case .scalar(let scalar) = entry.value.value { scalar.text.lowercased() } else { "?" }
    let isYes = ["", "true", "yes", "on", "1"].contains(text)
    let words =
      isYes ? ["off", "none"] : ["false", "no", "off", "0"].contains(text) ? ["on"] : []
    let flag = isYes ? "false" : "true"
    // The word that the key itself uses comes first.
    let usesFlags =
      ["true", "false"].contains(key.example) || ["true", "false"].contains(key.defaultValue?.text)
    let choices = words.isEmpty ? [] : usesFlags ? [flag] + words : words + [flag]
    let isText = key.shape.scalar?.isText == true
    let opposite = isText ? nil : choices.lazy.compactMap { self.reading.understood($0, as: key) }.first
    if let opposite, !written.contains(where: { $0.key === key }),
      let edits = layout.replacing([entry], with: (key.name, opposite))
    {
      return [
        WholeRepair(
          key: key, entries: [entry], text: "\(key.name): \(opposite)", edits: edits, hint: nil)
      ]
    }
    return layout.removing([entry]).map { edits in
      [
        WholeRepair(
          key: key, entries: [entry], text: nil, edits: edits,
          hint: "`\(key.name)` applies only where it is written")
      ]
    } ?? []
  }

  /// The repairs that move an entry to another mapping at the top level.
  private func repairsElsewhere(of entry: YAMLEntry, _ layout: MappingLayout) -> [WholeRepair] {
    guard let (_, outer, inner) = Keys.elsewhere.first(where: { Suggestion.isSameWord($0.word, entry.key) }),
      let key = ScriptKeys.schema[outer], case .mapping(let top, let isFlow)? = reading.root?.value,
      let whole = reading.spelled("{\(inner): \(reading.source[entry.value.range])}", as: key),
      let removal = layout.removing([entry])
    else { return [] }
    let value = String(whole.dropFirst(inner.utf8.count + 3).dropLast())
    let script = MappingLayout(top, isFlow: isFlow, of: reading.source)
    var insertion: TextEdit?
    if let written = top.first(where: { $0.key == outer }) {
      guard case .mapping(let inside, let isFlow) = written.value.value,
        !inside.contains(where: { $0.key == inner })
      else { return [] }
      insertion = MappingLayout(inside, isFlow: isFlow, of: reading.source)
        .inserting("\(inner): \(value)", into: written.value)
    } else if let around = top.first(where: { $0.value.range.union(subject.node.range) == $0.value.range }) {
      insertion = script.inserting("\(outer): \(whole)", before: around)
    }
    return insertion.map { insertion in
      [
        WholeRepair(
          key: key, entries: [entry], text: "\(outer): \(whole)", edits: removal + [insertion],
          hint: "it belongs to `\(outer)` at the top level")
      ]
    } ?? []
  }
}

// MARK: - Values

extension Reading {
  /// The value as the key accepts it, after applying the first fix of each error; nil if the key still
  /// rejects it.
  func spelled(_ text: String, as key: KeyDeclaration) -> String? {
    spelled(text, named: key.name) { key.check($0, $1) }
  }

  /// The value if the key accepts it unchanged, else nil.
  func understood(_ text: String, as key: KeyDeclaration) -> String? {
    spelled(text, as: key).flatMap { $0 == text ? text : nil }
  }

  func spelled(_ text: String, named name: String, check: (Subject, Reading) -> Void) -> String? {
    guard text.utf8.count <= 400, !text.contains("${"), !text.contains(where: \.isNewline) else { return nil }
    var text = text
    for _ in 0..<6 {
      let source = SourceText(name: "", "\(name): \(text)")
      let parse = YAMLTree.parse(source)
      guard !parse.diagnostics.hasErrors, case .mapping(let entries, _)? = parse.tree.root?.value,
        entries.count == 1, entries[0].key == name
      else { return nil }
      let scratch = Reading(source: source, comments: parse.tree.comments)
      scratch.markerNames = markerNames
      check(Subject(entries[0]), scratch)
      guard let problem = scratch.diagnostics.first(where: { $0.severity == .error }) else {
        return MappingLayout.withoutNeedlessQuotes(text)
      }
      guard let fix = problem.fixes.first, let repaired = source.applying(fix.edits) else { return nil }
      text = String(repaired.dropFirst(name.count + 2))
    }
    return nil
  }
}

// MARK: - Values in parts

extension Reading {
  /// The parts of a list or mapping as possible spellings of one text, where one is expected; nil elsewhere.
  func plainSpellings(of subject: Subject, _ description: ShapeDescription) -> [String]? {
    guard hasSuggestions, let scalar = description.scalar, !scalar.isText, scalar.words.isEmpty else {
      return nil
    }
    let place = scalar.plainProduction ?? scalar.production
    func spellings(_ first: String, _ second: String) -> [String] {
      description.isPlace
        ? ["\(first), \(second)", "\(first), \(second) anchor top left"]
        : place == "skew"
          ? ["\(first) \(second)"]
          : ["\(first)..\(second)", "\(first)x\(second)"]
    }
    switch subject.node.value {
    case .scalar: return nil
    case .sequence(let elements, _):
      if case .of(let element)? = description.list, element.scalar?.isRamp != true { return nil }
      let texts = elements.compactMap(numberText)
      guard texts.count == elements.count else { return nil }
      return switch texts.count {
      case 2: spellings(texts[0], texts[1])
      case 3 where place == "colour", 4 where place == "colour": ["rgb(\(texts.joined(separator: ", ")))"]
      default: nil
      }
    case .mapping(let entries, _):
      if case .keys(let keys)? = description.mapping, keys.isWritten(in: entries) { return nil }
      if case .keysOrKeyFrames(let keys, _)? = description.mapping, keys.isWritten(in: entries) { return nil }
      func text(_ words: String...) -> String? {
        entries.first { entry in words.contains { Suggestion.isSameWord($0, entry.key) } }.flatMap { part in
          guard case .scalar = part.value.value else { return nil }
          return Synonym.Part(text: source[part.value.range], node: part.value).asShare
        }
      }
      guard entries.count <= 2 else { return nil }
      if place == "skew" {
        let (x, y) = (text("x", "horizontal"), text("y", "vertical"))
        guard entries.count == [x, y].compactMap(\.self).count, !entries.isEmpty else { return nil }
        return [y.map { "\(x ?? "0deg") \($0)" } ?? x ?? ""]
      }
      if let x = text("x", "left"), let y = text("y", "top"), description.isPlace { return spellings(x, y) }
      if let width = text("width", "w"), let height = text("height", "h") { return ["\(width)x\(height)"] }
      let (start, end) = (text("start", "from", "in", "begin"), text("end", "to", "out", "stop"))
      if let start, let length = text("duration", "length", "for", "dur") {
        return ["\(start) for \(length)"]
      }
      guard entries.count == [start, end].compactMap(\.self).count, !entries.isEmpty else { return nil }
      return ["\(start ?? "")..\(end ?? "")"]
    }
  }

  /// A number in a list, with its unit if it has one.
  private func numberText(_ node: YAMLNode) -> String? {
    guard case .scalar(let scalar) = node.value, let first = scalar.text.utf8.first,
      isDigit(first) || "-.".utf8.contains(first), !scalar.text.contains("->")
    else { return nil }
    return Synonym.Part(text: scalar.text, node: node).asShare
  }
}

// MARK: - Edits

/// The entries of a mapping in the text, and edits that change whole entries and nothing else.
struct MappingLayout {
  let entries: [YAMLEntry]
  private let isFlow: Bool
  private let source: SourceText

  init(_ entries: [YAMLEntry], isFlow: Bool, of source: SourceText) {
    self.entries = entries
    self.isFlow = isFlow
    self.source = source
  }

  /// The edits that replace the first of several entries and remove the others; nil if they are not in this
  /// mapping.
  func replacing(_ old: [YAMLEntry], with new: (name: String, value: String)) -> [TextEdit]? {
    guard let first = old.first, entries.contains(first), let removed = removing(Array(old.dropFirst()))
    else {
      return nil
    }
    let value = isFlow ? Self.inBraces(new.value) : new.value
    return [TextEdit(range: first.range, replacement: "\(new.name): \(value)")] + removed
  }

  func removing(_ old: [YAMLEntry]) -> [TextEdit]? {
    var edits: [TextEdit] = []
    for entry in old {
      guard let index = entries.firstIndex(of: entry), let range = removal(ofEntryAt: index) else {
        return nil
      }
      edits.append(TextEdit(range: range, replacement: ""))
    }
    return edits
  }

  /// The edit that adds an entry at the end of the mapping.
  func inserting(_ text: String, into node: YAMLNode) -> TextEdit? { end(of: node)?.inserting(text) }

  /// Where an entry can be added at the end of the mapping.
  func end(of node: YAMLNode) -> InsertionPlace? {
    guard let last = entries.last else {
      return isFlow ? InsertionPlace(range: node.range, before: "{", after: "}") : nil
    }
    if isFlow { return InsertionPlace(range: SourceRange(last.range.end, last.range.end), before: ", ") }
    guard let indentation = entries.lazy.compactMap(column).first else { return nil }
    let end = endOfLine(last.range.end)
    return InsertionPlace(
      range: SourceRange(end, end), before: "\n" + String(repeating: " ", count: indentation))
  }

  /// The edit that adds an entry before another one.
  func inserting(_ text: String, before entry: YAMLEntry) -> TextEdit? {
    let start = SourceRange(entry.keyRange.start, entry.keyRange.start)
    if isFlow { return TextEdit(range: start, replacement: "\(text), ") }
    guard let indentation = indentation(of: entry) else { return nil }
    return TextEdit(range: start, replacement: text + "\n" + String(repeating: " ", count: indentation))
  }

  /// The edit that adds an item after another one, or before it if it is the last; nil if it is the only one.
  /// Also removes a part of the other item.
  static func item(
    _ text: String, beside node: YAMLNode, without removed: SourceRange, of source: SourceText
  ) -> TextEdit? {
    let bytes = source.bytes
    guard let before = bytes[..<node.range.start].lastIndex(where: { $0 != 0x20 && $0 != 0x0A }) else {
      return nil
    }
    func at(_ offset: Int, _ text: String) -> TextEdit {
      TextEdit(range: SourceRange(offset, offset), replacement: text)
    }
    guard bytes[before] == UInt8(ascii: "-") else {
      // In brackets.
      let next = bytes[node.range.end...].first { $0 != 0x20 && $0 != 0x0A }
      if next == UInt8(ascii: ",") { return at(node.range.end, ", {\(text)}") }
      return bytes[before] == UInt8(ascii: ",") ? at(node.range.start, "{\(text)}, ") : nil
    }
    guard let lineStart = source.startOfLine(source.line(at: before)),
      bytes[lineStart..<before].allSatisfy({ $0 == 0x20 })
    else { return nil }
    let dash = String(repeating: " ", count: before - lineStart) + "- "
    let last =
      source.rangeOfLine(source.line(at: max(node.range.start, node.range.end - 1)))?.end ?? bytes.count
    let rest = source[SourceRange(last, bytes.count)].split(separator: "\n")
    let next = rest.first { !$0.allSatisfy { $0 == " " } && !$0.drop { $0 == " " }.hasPrefix("#") }
    if next?.hasPrefix(dash) == true {
      return removed.start <= last && last < removed.end
        ? at(removed.end, "\(dash)\(text)\n") : at(last, "\n\(dash)\(text)")
    }
    let above = source[SourceRange(0, lineStart)].split(separator: "\n")
    let previous = above.last {
      $0.hasPrefix(dash) || !$0.hasPrefix(String(repeating: " ", count: dash.utf8.count))
    }
    return previous?.hasPrefix(dash) == true ? at(lineStart, "\(dash)\(text)\n") : nil
  }

  /// A value for use in braces: quoted if it contains characters such as a comma.
  static func inBraces(_ value: String) -> String {
    guard let first = value.first, !"{[\"'".contains(first), value.contains(where: { ",[]{}#".contains($0) })
    else { return value }
    return quoted(value)
  }

  /// A value without quotes that a block mapping does not need; `inBraces` restores them.
  static func withoutNeedlessQuotes(_ value: String) -> String {
    guard value.hasPrefix("\""), value.hasSuffix("\""), value.utf8.count > 2 else { return value }
    let text = String(value.dropFirst().dropLast())
    guard let first = text.unicodeScalars.first,
      first.properties.isAlphabetic || first.properties.numericType != nil,
      text.unicodeScalars.allSatisfy({
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789 ,.%-".unicodeScalars.contains($0))
      }),
      text.contains(",")
    else { return value }
    return text
  }

  static func quoted(_ text: String) -> String {
    if text.hasPrefix("\"") || text.hasPrefix("'") { return text }
    return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// The range of an entry and the separator to its neighbour; nil if a comment is between them.
  private func removal(ofEntryAt index: Int) -> SourceRange? {
    let entry = entries[index]
    if !isFlow, let lines = wholeLines(of: entry) { return lines }
    let range: SourceRange
    if isFlow, index > 0 {
      range = SourceRange(entries[index - 1].range.end, entry.range.end)
    } else if index + 1 < entries.count {
      range = SourceRange(entry.range.start, entries[index + 1].range.start)
    } else {
      return nil
    }
    let between = source[range].replacing(source[entry.range], with: "")
    return between.contains("#") ? nil : range
  }

  /// The lines that an entry has to itself; nil if it shares one.
  private func wholeLines(of entry: YAMLEntry) -> SourceRange? {
    guard let indentation = indentation(of: entry) else { return nil }
    let end = endOfLine(entry.range.end)
    guard source[SourceRange(entry.range.end, end)].allSatisfy({ $0 == " " }) else { return nil }
    let start = entry.range.start - indentation
    // The last line may lack its line break.
    return end < source.bytes.count
      ? SourceRange(start, end + 1) : SourceRange(max(0, start - 1), end)
  }

  /// The number of spaces before an entry that starts its line; nil for other entries.
  private func indentation(of entry: YAMLEntry) -> Int? {
    guard let start = source.startOfLine(source.line(at: entry.keyRange.start)),
      source[SourceRange(start, entry.keyRange.start)].allSatisfy({ $0 == " " })
    else { return nil }
    return entry.keyRange.start - start
  }

  /// The column of an entry that starts its line or a list item.
  private func column(of entry: YAMLEntry) -> Int? {
    guard let start = source.startOfLine(source.line(at: entry.keyRange.start)),
      source[SourceRange(start, entry.keyRange.start)].allSatisfy({ " -".contains($0) })
    else { return nil }
    return entry.keyRange.start - start
  }

  private func endOfLine(_ offset: Int) -> Int {
    source.rangeOfLine(source.line(at: offset))?.end ?? source.bytes.count
  }
}

/// Where an entry can be added to a mapping, and what separates it from the others.
package struct InsertionPlace: Hashable, Sendable {
  fileprivate let range: SourceRange
  fileprivate let before: String
  fileprivate var after = ""

  package func inserting(_ text: String) -> TextEdit {
    TextEdit(range: range, replacement: before + text + after)
  }
}
