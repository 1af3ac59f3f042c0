/// The text of one script, and its name in messages.
package struct SourceText: Sendable {
  /// The name that the author used: a path, or `<stdin>`.
  package let name: String
  /// UTF-8 without a byte-order mark.
  package let bytes: [UInt8]
  /// Whether a byte-order mark preceded the bytes.
  package let hasByteOrderMark: Bool
  /// The offset of each line in `bytes`; the first is 0. Lines end as in editors: with a line feed, a
  /// carriage return, or both.
  private let lineStarts: [Int]
  /// The number of code points, and of those with two UTF-16 units, before each block. Every finding in a
  /// line of a megabyte needs a column far into it.
  private let counts: [(codePoints: Int, pairs: Int)]
  private static let blockSize = 4096

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    hasByteOrderMark = bytes.starts(with: Self.byteOrderMark)
    self.bytes = hasByteOrderMark ? Array(bytes.dropFirst(Self.byteOrderMark.count)) : bytes
    var starts = [0]
    for (offset, byte) in self.bytes.enumerated() where byte <= UInt8(ascii: "\r") {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && !Self.isLineFeed(self.bytes, offset + 1)
      {
        starts.append(offset + 1)
      }
    }
    lineStarts = starts
    counts = Self.counts(of: self.bytes)
  }

  private static func isLineFeed(_ bytes: [UInt8], _ offset: Int) -> Bool {
    offset < bytes.count && bytes[offset] == UInt8(ascii: "\n")
  }

  private static func counts(of bytes: [UInt8]) -> [(codePoints: Int, pairs: Int)] {
    guard bytes.count > blockSize else { return [] }
    var counts: [(codePoints: Int, pairs: Int)] = []
    var (codePoints, pairs) = (0, 0)
    for (offset, byte) in bytes.enumerated() {
      if offset % blockSize == 0 { counts.append((codePoints, pairs)) }
      if byte & 0xC0 != 0x80 { codePoints += 1 }
      if byte >= 0xF0 { pairs += 1 }
    }
    return counts
  }

  package init(name: String, _ text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  package var text: String { String(decoding: bytes, as: UTF8.self) }
  package var lineCount: Int { lineStarts.count }

  package subscript(range: SourceRange) -> String {
    let end = min(range.end, bytes.count)
    return String(decoding: bytes[min(range.start, end)..<end], as: UTF8.self)
  }
}

/// A half-open range of bytes in a source text.
package struct SourceRange: Hashable, Sendable {
  package let start: Int
  package let end: Int

  /// If the end precedes the start, the range is empty, at the start.
  package init(_ start: Int, _ end: Int) {
    self.start = max(0, start)
    self.end = max(self.start, end)
  }

  package var isEmpty: Bool { start == end }
  package var count: Int { end - start }

  package func union(_ other: SourceRange) -> SourceRange {
    SourceRange(min(start, other.start), max(end, other.end))
  }
}

extension SourceRange: Comparable {
  package static func < (a: SourceRange, b: SourceRange) -> Bool {
    (a.start, a.end) < (b.start, b.end)
  }
}

/// A place for people; both numbers count from 1.
package struct SourcePlace: Hashable, Sendable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// The unit of columns: code points for people and SARIF, UTF-16 units for editors, bytes for tools.
package enum ColumnUnit: Sendable {
  case bytes
  case codePoints
  case utf16
}

extension SourceText {
  /// The place of a byte offset; an offset past the end is just after the last byte.
  package func place(at offset: Int, in unit: ColumnUnit = .codePoints) -> SourcePlace {
    let offset = min(max(0, offset), bytes.count)
    let line = lineIndex(at: offset)
    let start = lineStarts[line]
    let column =
      switch unit {
      case .bytes: offset - start
      case _ where offset - start > Self.blockSize: farColumn(from: start, to: offset, in: unit)
      case .codePoints: String(decoding: bytes[start..<offset], as: UTF8.self).unicodeScalars.count
      case .utf16: String(decoding: bytes[start..<offset], as: UTF8.self).utf16.count
      }
    return SourcePlace(line: line + 1, column: column + 1)
  }

  /// The number of the line (from 1) that contains a byte offset; cheaper than `place`, which counts columns.
  package func line(at offset: Int) -> Int { lineIndex(at: min(max(0, offset), bytes.count)) + 1 }

  private func farColumn(from start: Int, to offset: Int, in unit: ColumnUnit) -> Int {
    let (first, last) = (count(before: start), count(before: offset))
    let codePoints = last.codePoints - first.codePoints
    return unit == .utf16 ? codePoints + last.pairs - first.pairs : codePoints
  }

  private func count(before offset: Int) -> (codePoints: Int, pairs: Int) {
    guard !counts.isEmpty else { return (0, 0) }
    let block = min(offset / Self.blockSize, counts.count - 1)
    var (codePoints, pairs) = counts[block]
    for byte in bytes[(block * Self.blockSize)..<offset] {
      if byte & 0xC0 != 0x80 { codePoints += 1 }
      if byte >= 0xF0 { pairs += 1 }
    }
    return (codePoints, pairs)
  }

  /// The range of a line (numbered from 1), without its line break.
  package func rangeOfLine(_ number: Int) -> SourceRange? {
    guard (1...lineCount).contains(number) else { return nil }
    let start = lineStarts[number - 1]
    var end = number < lineCount ? lineStarts[number] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return SourceRange(start, end)
  }

  /// The byte offset of the start of a line (numbered from 1), or nil past the end.
  package func startOfLine(_ number: Int) -> Int? {
    (1...lineCount).contains(number) ? lineStarts[number - 1] : nil
  }

  private func lineIndex(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}

extension SourceText {
  /// The offset of a place. A column past the end of its line is the end of the line, before its break; one
  /// inside a character is the start of the character; a line past the last one is the end of the text.
  package func offset(of place: SourcePlace, in unit: ColumnUnit) -> Int {
    guard place.line >= 1 else { return 0 }
    guard let line = rangeOfLine(place.line) else { return bytes.count }
    var left = max(0, place.column - 1)
    var offset = line.start
    if left > Self.blockSize { offset = farOffset(in: line, passing: &left, unit) }
    while offset < line.end {
      let (length, width) = character(at: offset, in: unit)
      guard width <= left, offset + length <= line.end else { return offset }
      left -= width
      offset += length
    }
    return line.end
  }

  /// The last block start in a line that is not past the column, and the remaining columns.
  private func farOffset(in line: SourceRange, passing left: inout Int, _ unit: ColumnUnit) -> Int {
    var (low, high) = (line.start / Self.blockSize + 1, line.end / Self.blockSize + 1)
    var best = (offset: line.start, passed: 0)
    let first = count(before: line.start)
    while low < high {
      let middle = (low + high) / 2
      var offset = middle * Self.blockSize
      while offset < line.end, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      guard offset < line.end else {
        high = middle
        continue
      }
      let last = count(before: offset)
      let codePoints = last.codePoints - first.codePoints
      let passed =
        switch unit {
        case .bytes: offset - line.start
        case .codePoints: codePoints
        case .utf16: codePoints + last.pairs - first.pairs
        }
      if passed <= left {
        best = (offset, passed)
        low = middle + 1
      } else {
        high = middle
      }
    }
    left -= best.passed
    return best.offset
  }

  /// The numbers of bytes and columns of the character at an offset.
  private func character(at offset: Int, in unit: ColumnUnit) -> (length: Int, width: Int) {
    let first = bytes[offset]
    let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return switch unit {
    case .bytes: (length, length)
    case .codePoints: (length, 1)
    case .utf16: (length, length == 4 ? 2 : 1)
    }
  }
}

/// A replacement of one range of a source text.
package struct TextEdit: Hashable, Sendable {
  package let range: SourceRange
  package let replacement: String

  package init(range: SourceRange, replacement: String) {
    self.range = range
    self.replacement = replacement
  }
}

extension SourceText {
  /// The text after all edits; nil if two of them overlap or one is outside the text.
  package func applying(_ edits: [TextEdit]) -> String? {
    bytes(applying: edits).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes after all edits. A text that is not UTF-8 remains unchanged where nothing is edited.
  package func bytes(applying edits: [TextEdit]) -> [UInt8]? {
    var result: [UInt8] = []
    var position = 0
    for edit in edits.sorted(by: { $0.range < $1.range }) {
      guard edit.range.start >= position, edit.range.end <= bytes.count else { return nil }
      result += bytes[position..<edit.range.start]
      result += edit.replacement.utf8
      position = edit.range.end
    }
    return result + bytes[position...]
  }
}
