import Basics

/// The unit of columns that client and server agreed on.
enum PositionEncoding: String, Sendable, CaseIterable {
  case utf16 = "utf-16"
  case utf8 = "utf-8"
  case utf32 = "utf-32"

  var unit: ColumnUnit {
    switch self {
    case .utf16: .utf16
    case .utf8: .bytes
    case .utf32: .codePoints
    }
  }

  /// The width of a byte-order mark in columns.
  fileprivate var markWidth: Int { self == .utf8 ? 3 : 1 }
}

/// A position in the protocol's form; both numbers count from 0.
struct Position: Hashable, Sendable {
  let line: Int
  let character: Int
}

/// A range of positions; the end is exclusive.
struct PositionRange: Hashable, Sendable {
  let start: Position
  let end: Position
}

extension SourceText {
  /// A column past the end of its line is its end; a line past the last one is the end of the text.
  func offset(of position: Position, in encoding: PositionEncoding) -> Int {
    let mark = hasByteOrderMark && position.line == 0 ? encoding.markWidth : 0
    let place = SourcePlace(line: position.line + 1, column: max(0, position.character - mark) + 1)
    return offset(of: place, in: encoding.unit)
  }

  func range(of range: PositionRange, in encoding: PositionEncoding) -> SourceRange {
    let (start, end) = (offset(of: range.start, in: encoding), offset(of: range.end, in: encoding))
    return SourceRange(min(start, end), max(start, end))
  }

  func position(at offset: Int, in encoding: PositionEncoding) -> Position {
    let place = place(at: offset, in: encoding.unit)
    let mark = hasByteOrderMark && place.line == 1 ? encoding.markWidth : 0
    return Position(line: place.line - 1, character: place.column - 1 + mark)
  }

  func positions(of range: SourceRange, in encoding: PositionEncoding) -> PositionRange {
    PositionRange(start: position(at: range.start, in: encoding), end: position(at: range.end, in: encoding))
  }
}

// MARK: - As JSON

extension Position {
  init?(_ value: JSONValue?) {
    guard let line = value?["line"]?.integerValue, let character = value?["character"]?.integerValue,
      line >= 0,
      character >= 0
    else { return nil }
    // A number that exceeds any text means its end.
    self.init(line: Int(min(line, 1 << 40)), character: Int(min(character, 1 << 40)))
  }

  var json: JSONValue { .members(["line": .integer(Int64(line)), "character": .integer(Int64(character))]) }
}

extension PositionRange {
  init?(_ value: JSONValue?) {
    guard let start = Position(value?["start"]), let end = Position(value?["end"]) else { return nil }
    self.init(start: start, end: end)
  }

  var json: JSONValue { .members(["start": start.json, "end": end.json]) }
}
