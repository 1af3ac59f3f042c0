import Basics
import EditScript
import YAMLTree

/// What an unfinished script expects at a place: a marker is inserted there, and the text around it is
/// parsed.
struct CompletionPlace {
  let source: SourceText
  let offset: Int
  /// The letters around the place, which are replaced.
  let token: SourceRange
  /// Whether a colon follows the token, which is then a key with a value.
  let hasColon: Bool
  /// Whether other text follows that a new key would run into.
  let isBeforeText: Bool
  /// Whether a key, or the entry of a list, can begin here.
  let beginsEntry: Bool
  /// The open brackets in the line, innermost last: `{` or `[`.
  let openBrackets: [UInt8]
  let line: SourceRange

  /// A key or a text that no script contains.
  static let marker = "EDITC-PLACE-0"

  init(at offset: Int, in source: SourceText) {
    self.source = source
    self.offset = offset
    let bytes = source.bytes
    line = source.rangeOfLine(source.line(at: offset)) ?? SourceRange(offset, offset)
    var (start, end) = (min(offset, line.end), min(offset, line.end))
    while start > line.start, isTokenPart(bytes[start - 1]) { start -= 1 }
    while end < line.end, isTokenPart(bytes[end]) { end += 1 }
    // A dash before an entry's name is not part of it.
    while start < end, bytes[start] == UInt8(ascii: "-"), start < offset { start += 1 }
    token = SourceRange(start, end)
    var next = end
    while next < line.end, bytes[next] == UInt8(ascii: " ") { next += 1 }
    hasColon =
      next < line.end && bytes[next] == UInt8(ascii: ":")
      && (next + 1 >= line.end || [0x20, 0x09, 0x2C, 0x7D, 0x5D].contains(bytes[next + 1]))
    isBeforeText =
      token.isEmpty && !hasColon && next < line.end && ![0x2C, 0x7D, 0x5D, 0x23].contains(bytes[next])
    let scan = LineScan(bytes, from: line.start, to: start)
    openBrackets = scan.open
    beginsEntry = scan.beginsEntry
  }

  /// The path of the marker as a key; nil if the schema has no keys here.
  func pathOfKey() -> TreePath? {
    let colon = hasColon ? "" : ": "
    for text in [
      replaced(Self.marker + colon), cut(after: Self.marker + ": "),
      Skeleton(of: self).text(with: Self.marker + ": "),
    ] {
      let (source, place) = text
      let path = TreePath(
        toMarker: Self.marker, in: YAMLTree.parse(source, isRepairing: false).tree, from: place)
      if path.keyEntry?.key == Self.marker, let last = path.last, last.expectation.isKnown { return path }
    }
    return nil
  }

  /// The path of the marker as a value; nil if the schema has no value here.
  func pathOfValue() -> (form: ScalarForm, path: TreePath, shift: Int)? {
    for text in [
      replaced(Self.marker), cut(after: Self.marker), Skeleton(of: self).text(with: Self.marker),
    ] {
      let (source, place) = text
      let path = TreePath(
        toMarker: Self.marker, in: YAMLTree.parse(source, isRepairing: false).tree, from: place)
      guard path.keyEntry == nil, let form = path.last?.expectation.scalar else { continue }
      return (form, path, token.start - place)
    }
    return nil
  }

  // MARK: Texts with the marker, and its place in them

  /// The whole text.
  private func replaced(_ marker: String) -> (SourceText, Int) {
    let bytes = source.bytes
    return (text(bytes[..<token.start] + Array(marker.utf8) + bytes[token.end...]), token.start)
  }

  /// The text up to here, with its brackets closed, because what follows may be in them only by mistake.
  private func cut(after marker: String) -> (SourceText, Int) {
    let bytes = source.bytes
    let open = LineScan(bytes, from: blockStart, to: token.start).open
    let closing = open.reversed().map { $0 == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]") }
    return (text(bytes[..<token.start] + Array(marker.utf8) + closing + Array("\n".utf8)), token.start)
  }

  private func text(_ bytes: some Sequence<UInt8>) -> SourceText {
    SourceText(name: source.name, bytes: Array(bytes))
  }

  /// The start of the last line that begins at the margin: all open brackets were opened after it.
  private var blockStart: Int {
    var number = source.line(at: line.start)
    while number > 1, let range = source.rangeOfLine(number) {
      if range.count > 0, isTokenPart(source.bytes[range.start]) { return range.start }
      number -= 1
    }
    return 0
  }
}

/// Whether a byte is part of a key or word.
private func isTokenPart(_ byte: UInt8) -> Bool { isNamePart(byte) }

/// What a prefix of a text leaves open: brackets, and whether an entry can begin.
struct LineScan {
  private(set) var open: [UInt8] = []
  private(set) var beginsEntry = true
  /// Whether the end is in a comment.
  private(set) var isComment = false
  /// The quote that is open at the end.
  private(set) var quote: UInt8?

  init(_ bytes: [UInt8], from start: Int, to end: Int) {
    var position = start
    while position < end {
      let byte = bytes[position]
      if let mark = quote {
        if byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") { position += 1 }
        if byte == mark { quote = nil }
        position += 1
        continue
      }
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      case UInt8(ascii: "\n"):
        isComment = false
        if open.isEmpty { beginsEntry = true }
      case _ where isComment: break
      case UInt8(ascii: "#") where position == start || isGap(bytes[position - 1]): isComment = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(byte)
        beginsEntry = true
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = open.popLast()
        beginsEntry = false
      case UInt8(ascii: ","): beginsEntry = !open.isEmpty
      case UInt8(ascii: "-")
      where beginsEntry && open.isEmpty && (position + 1 >= end || isGap(bytes[position + 1])):
        break
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if beginsValue(bytes, before: position, from: start) { quote = byte }
        beginsEntry = false
      default: beginsEntry = false
      }
      position += 1
    }
  }

  /// A quote inside a plain text is a letter.
  private func beginsValue(_ bytes: [UInt8], before position: Int, from start: Int) -> Bool {
    var place = position
    while place > start, isGap(bytes[place - 1]) { place -= 1 }
    return place == start || [0x3A, 0x2C, 0x5B, 0x7B, 0x2D].contains(bytes[place - 1])
  }

  private func isGap(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}

extension Expectation {
  /// Whether the schema expects a mapping or a list here.
  fileprivate var isKnown: Bool { form != nil || takesList }
}
