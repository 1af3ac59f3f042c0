import Basics

/// Only the lines whose indentation determines where a place is: the keys above it, and those beside it.
/// Mistakes in other lines do not prevent parsing it.
struct Skeleton {
  private let place: CompletionPlace
  /// Those above the place, from the top.
  private var lines: [[UInt8]] = []
  /// The place's column in these lines, if it differs from the text.
  private var ownColumn: Int?

  init(of place: CompletionPlace) {
    self.place = place
    let source = place.source
    let number = source.line(at: place.line.start)
    // In brackets, the line itself determines where the place is.
    let own = KeyLine(source.bytes, place.line)
    var column = place.openBrackets.isEmpty ? place.token.start - place.line.start : own.column
    var isEntry = place.openBrackets.isEmpty ? KeyLine(source.bytes, upToPlace).dash : own.dash
    var above: [[UInt8]] = []
    var siblings: Set<[UInt8]> = []
    for line in stride(from: number - 1, through: 1, by: -1) {
      if column == 0, isEntry == nil { break }
      guard let range = source.rangeOfLine(line) else { break }
      let key = KeyLine(source.bytes, range)
      guard let name = key.name else { continue }
      if let dash = isEntry {
        // The entry of a list begins in this line, so the line above with the list's own key counts.
        guard key.column < dash || key.column == dash && key.dash == nil else { continue }
        (column, isEntry) = (key.column, key.dash)
      } else if key.column == column {
        guard siblings.insert(name).inserted else { continue }
        isEntry = key.dash
      } else if key.column < column {
        // Nothing can be below a value, so the indentation is a mistake.
        if key.hasValue, above.isEmpty, place.openBrackets.isEmpty {
          ownColumn = key.column
          siblings.insert(name)
        }
        (column, isEntry) = (key.column, key.dash)
      } else {
        continue
      }
      above.append(Array(source.bytes[range.start..<(range.start + key.column)]) + name + Array(":".utf8))
    }
    lines = above.reversed()
  }

  private var upToPlace: SourceRange { SourceRange(place.line.start, place.token.start) }

  func text(with marker: String) -> (SourceText, Int) {
    var bytes: [UInt8] = []
    for line in lines { bytes += line + [UInt8(ascii: "\n")] }
    bytes +=
      ownColumn.map { Array(repeating: UInt8(ascii: " "), count: $0) }
      ?? Array(place.source.bytes[place.line.start..<place.token.start])
    let offset = bytes.count
    bytes += Array(marker.utf8)
    bytes += place.openBrackets.reversed().map {
      $0 == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
    }
    return (SourceText(name: place.source.name, bytes: bytes + [UInt8(ascii: "\n")]), offset)
  }
}

/// The structure of a line: the columns of its dash and its key.
private struct KeyLine {
  /// The column of the last dash at the beginning; nil without one.
  private(set) var dash: Int?
  /// The column of the text after the dashes.
  private(set) var column: Int
  /// Nil if the line has no key.
  private(set) var name: [UInt8]?
  /// Whether something follows the colon.
  private(set) var hasValue = false

  init(_ bytes: [UInt8], _ range: SourceRange) {
    var position = range.start
    while position < range.end {
      if bytes[position] == UInt8(ascii: " ") {
        position += 1
      } else if bytes[position] == UInt8(ascii: "-"),
        position + 1 >= range.end || bytes[position + 1] == UInt8(ascii: " ")
      {
        // Of `- - key`, the keys above know the first list.
        dash = dash ?? position - range.start
        position += 1
      } else {
        break
      }
    }
    column = position - range.start
    let start = position
    while position < range.end, isNamePart(bytes[position]) { position += 1 }
    guard position > start, position < range.end, bytes[position] == UInt8(ascii: ":"),
      position + 1 >= range.end || [0x20, 0x09].contains(bytes[position + 1])
    else { return }
    name = Array(bytes[start..<position])
    let rest = bytes[(position + 1)..<range.end].drop { $0 == UInt8(ascii: " ") }
    hasValue = rest.first.map { $0 != UInt8(ascii: "#") } ?? false
  }
}
