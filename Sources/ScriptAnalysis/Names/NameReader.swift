import Basics
import EditScript
import YAMLTree

/// Walks a tree with its schema and records the names.
struct NameReader {
  private let source: SourceText
  private let markers: Set<String>
  private(set) var places: [NamedPlace] = []
  /// The enclosing sequence.
  private var sequence: String?
  /// The enclosing item.
  private var item: SourceRange?
  /// What the enclosing item plays.
  private var played: String?
  /// Whether `${…}` is not a variable, as in the declarations of variables.
  private var isLiteral = false

  init(_ source: SourceText, markers: Set<String>) {
    self.source = source
    self.markers = markers
  }

  mutating func read(_ node: YAMLNode, _ expectation: Expectation) {
    switch node.value {
    case .scalar(let scalar): read(scalar, at: node.range, expectation)
    case .sequence(let elements, _): for element in elements { read(element, expectation.element) }
    case .mapping(let entries, _):
      let outer = (item, played)
      if case .item(let role)? = expectation.form {
        if case .item = role { item = node.range }
        let edit = entries.first { $0.key == "edit" }?.value
        if case .scalar(let path)? = edit?.value { played = path.text }
      }
      for entry in entries { read(entry, of: expectation) }
      (item, played) = outer
    }
  }

  private mutating func read(_ entry: YAMLEntry, of expectation: Expectation) {
    let outer = (sequence, isLiteral)
    switch expectation.keyNaming {
    case .declaring(let thing)?:
      note(thing, entry.key, at: entry.keyRange, extent: entry.range)
      if thing == .sequence { sequence = entry.key }
      if thing == .variable { isLiteral = true }
    case .naming(let thing)?: note(thing, entry.key, at: entry.keyRange)
    case nil: if expectation.keys == .times { readTimes(in: entry.keyRange, ofFilm: false) }
    }
    read(entry.value, expectation.value(of: entry))
    (sequence, isLiteral) = outer
  }

  private mutating func read(_ scalar: YAMLScalar, at range: SourceRange, _ expectation: Expectation) {
    guard !scalar.isAbsent else { return }
    if !isLiteral { readVariables(in: range) }
    guard let form = expectation.scalar else { return }
    switch form.naming {
    case .declaring(let thing)?: note(thing, scalar.text, at: range, extent: item ?? range)
    case .naming(.media)?:
      note(.media, scalar.text, at: range)
      if markers.contains(scalar.text) { readTimes(in: range, ofFilm: true) }
    case .naming(let thing)?: note(thing, scalar.text, at: range)
    case nil: if !form.isText, form.words.isEmpty { readTimes(in: range, ofFilm: form.countsInFilm) }
    }
  }

  // MARK: Recording

  /// `extent` is the whole declaration; nil for the use of a name.
  private mutating func note(
    _ thing: NamedThing, _ name: String, at scalar: SourceRange, extent: SourceRange? = nil
  ) {
    // The variables of an SVG are in its file.
    if thing == .parameter, played == nil { return }
    places.append(
      NamedPlace(
        thing: thing, name: name, range: inner(of: scalar), scalar: scalar, isDeclaration: extent != nil,
        sequence: thing == .item ? sequence : nil, script: thing == .parameter ? played : nil,
        extent: extent ?? scalar))
  }

  private mutating func note(_ thing: NamedThing, _ name: SourceRange, in scalar: SourceRange) {
    places.append(
      NamedPlace(
        thing: thing, name: source[name], range: name, scalar: scalar, isDeclaration: false,
        sequence: thing == .item ? sequence : nil, script: nil, extent: scalar))
  }

  /// The scalar without its quotes.
  private func inner(of scalar: SourceRange) -> SourceRange {
    guard scalar.count >= 2, scalar.end <= source.bytes.count, case let first = source.bytes[scalar.start],
      first == UInt8(ascii: "\"") || first == UInt8(ascii: "'"), source.bytes[scalar.end - 1] == first
    else { return scalar }
    return SourceRange(scalar.start + 1, scalar.end - 1)
  }

  // MARK: Names in values

  /// `${name}`, but not `$${name}`.
  private mutating func readVariables(in scalar: SourceRange) {
    let bytes = source.bytes
    let end = min(scalar.end, bytes.count)
    var position = scalar.start
    while position + 1 < end {
      guard bytes[position] == UInt8(ascii: "$") else {
        position += 1
        continue
      }
      if bytes[position + 1] == UInt8(ascii: "$"), position + 2 < end,
        bytes[position + 2] == UInt8(ascii: "{")
      {
        position += 3
      } else if bytes[position + 1] == UInt8(ascii: "{") {
        guard let close = bytes[position..<end].firstIndex(of: UInt8(ascii: "}")) else { return }
        note(.variable, SourceRange(position + 2, close), in: scalar)
        position = close + 1
      } else {
        position += 1
      }
    }
  }

  /// `intro.end` and, in times of the film, the names of markers.
  private mutating func readTimes(in scalar: SourceRange, ofFilm: Bool) {
    let bytes = source.bytes
    let end = min(scalar.end, bytes.count)
    var position = scalar.start
    while position < end {
      guard isNameStart(bytes[position]) else {
        position += 1
        // Digits and the unit after them are not a name: `2s`.
        if isDigit(bytes[position - 1]) {
          while position < end, isNamePart(bytes[position]), bytes[position] != UInt8(ascii: "-") {
            position += 1
          }
        }
        continue
      }
      let start = position
      while position < end, isNamePart(bytes[position]) { position += 1 }
      let name = SourceRange(start, position)
      if [".start", ".end", ".chapter"].contains(where: { isWord($0, at: position, end) }) {
        note(.item, name, in: scalar)
      } else if source[name] == "chapter", position < end, bytes[position] == UInt8(ascii: "(") {
        position = self.end(ofChapterAt: position, end)
      } else if ofFilm, markers.contains(source[name]) {
        note(.marker, name, in: scalar)
      }
    }
  }

  /// The end of `("Arrival")`, whose words are those of a file.
  private func end(ofChapterAt position: Int, _ end: Int) -> Int {
    let bytes = source.bytes
    let close = (position + 1..<max(position + 1, end)).first { index in
      bytes[index] == UInt8(ascii: ")")
        && (bytes[index - 1] == UInt8(ascii: "\"") || isDigit(bytes[index - 1]))
    }
    return close ?? end
  }

  private func isWord(_ word: String, at position: Int, _ end: Int) -> Bool {
    let count = word.utf8.count
    guard position + count <= end, source.bytes[position..<(position + count)].elementsEqual(word.utf8) else {
      return false
    }
    return position + count == end || !isNameStart(source.bytes[position + count])
  }
}

/// Whether a name in a time can begin with a byte: letters, `_`, and everything beyond ASCII.
func isNameStart(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
    0x80...:
    true
  default: false
  }
}

func isNamePart(_ byte: UInt8) -> Bool { isNameStart(byte) || isDigit(byte) || byte == UInt8(ascii: "-") }

func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

extension ScalarForm {
  /// Whether its times are those of the film, which can use markers.
  var countsInFilm: Bool {
    guard let production else { return false }
    return production.hasPrefix("film-") || production == "moment-or-range"
  }
}
