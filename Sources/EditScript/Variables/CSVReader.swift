import Basics
import Diagnostics

/// Reads a table according to RFC 4180, cell by cell, and records the place of each cell and mistake.
///
/// Lines end with CR LF or LF alone. A blank before or after a comma is part of the value.
struct CSVReader {
  typealias Cell = Located<String>

  /// One line of the table; a quoted cell may span several lines of the text.
  struct Record {
    var cells: [Cell] = []
    /// Without the line break.
    var range: SourceRange
    /// Whether a mistake in one of its cells was reported.
    var isBroken = false
    var isEmptyLine: Bool { range.isEmpty }
  }

  private let bytes: [UInt8]
  private var position = 0
  private(set) var diagnostics: [Diagnostic] = []

  init(_ source: SourceText) {
    bytes = source.bytes
  }

  /// The next line, or nil after the last one.
  mutating func next() -> Record? {
    guard position < bytes.count else { return nil }
    let start = position
    let findings = diagnostics.count
    var record = Record(range: SourceRange(start, start))
    while true {
      record.cells.append(peek == quote ? quotedCell() : plainCell())
      guard peek == comma else { break }
      position += 1
    }
    record.range = SourceRange(start, position)
    record.isBroken = diagnostics.count > findings
    if peek == carriageReturn { position += 1 }
    position += 1
    return record
  }

  // MARK: Cells

  private mutating func plainCell() -> Cell {
    let start = position
    skipToEndOfCell()
    let range = SourceRange(start, position)
    if let found = bytes[start..<position].firstIndex(of: quote) {
      let blanks = bytes[start..<found].allSatisfy { $0 == blank }
      report(
        "a quote inside an unquoted value", SourceRange(found, found + 1),
        hint: blanks
          ? "a quoted value must start right after the comma: remove the space"
          : "quote the whole value, and double each quote inside: `\"5\"\" disk\"`")
    }
    return cell(Array(bytes[start..<position]), at: range)
  }

  private mutating func quotedCell() -> Cell {
    let start = position
    position += 1
    var content: [UInt8] = []
    while let byte = peek {
      position += 1
      guard byte == quote else {
        content.append(byte)
        continue
      }
      guard peek == quote else { return closed(cell(content, at: SourceRange(start, position))) }
      content.append(quote)
      position += 1
    }
    report(
      "this quote is never closed", SourceRange(start, start + 1),
      hint: "end the value with `\"`; write a quote inside it as `\"\"`")
    return cell(content, at: SourceRange(start, position))
  }

  /// The cell, if nothing follows its closing quote; reports other text.
  private mutating func closed(_ cell: Cell) -> Cell {
    let end = position
    skipToEndOfCell()
    if position > end {
      report(
        "unexpected text after the closing quote", SourceRange(end, position),
        hint: "after a closing quote write a comma or a line break; write a quote in a value as `\"\"`")
    }
    return cell
  }

  private mutating func skipToEndOfCell() {
    while let byte = peek, byte != comma, byte != lineFeed, !isAtLineBreak { position += 1 }
  }

  private mutating func cell(_ content: [UInt8], at range: SourceRange) -> Cell {
    let text = withoutPairs(content)
    if let control = text.first(where: { ($0 < 0x20 && $0 != lineFeed && $0 != tab) || $0 == 0x7F }) {
      report(
        "the control character \(codePoint(Unicode.Scalar(control))) is not allowed in a value", range,
        hint: control == carriageReturn ? "end lines with a line feed" : "remove it")
    }
    guard let valid = String(validating: text, as: UTF8.self) else {
      report("the value is not UTF-8", range, hint: "save the file as UTF-8")
      return Cell("", at: range)
    }
    return Cell(valid, at: range)
  }

  /// Replaces CR LF inside a value by LF, whatever the line breaks of the file.
  private func withoutPairs(_ content: [UInt8]) -> [UInt8] {
    guard content.contains(carriageReturn) else { return content }
    return content.enumerated().filter { index, byte in
      byte != carriageReturn || index + 1 == content.count || content[index + 1] != lineFeed
    }.map(\.element)
  }

  // MARK: Bytes

  private mutating func report(_ message: String, _ range: SourceRange, hint: String) {
    diagnostics.append(Diagnostic(.dataSyntax, message, at: range, hint: hint))
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Whether CR LF is next; a carriage return alone is no line break.
  private var isAtLineBreak: Bool {
    peek == carriageReturn && position + 1 < bytes.count && bytes[position + 1] == lineFeed
  }
}

private let comma = UInt8(ascii: ",")
private let quote = UInt8(ascii: "\"")
private let blank = UInt8(ascii: " ")
private let tab = UInt8(ascii: "\t")
private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
