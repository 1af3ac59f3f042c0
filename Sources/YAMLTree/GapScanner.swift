import Basics

/// Scans the text between values, which libyaml discards: comments, indicators, indentation.
///
/// A `#` or `?` here is never part of a value: whoever reads a value moves the scanner past it.
struct GapScanner {
  private let bytes: [UInt8]
  private(set) var position = 0
  /// Where the line of `position` starts.
  private(set) var lineStart = 0
  private(set) var comments: [YAMLComment] = []
  /// Comments without a space before them.
  private(set) var tightComments: [SourceRange] = []
  /// The last `?`, which introduces a key.
  private var keyIndicator: Int?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads up to an offset, through text between values.
  mutating func advance(to offset: Int) {
    while position < offset, position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"):
        position += 1
        lineStart = position
      case UInt8(ascii: "#"): takeComment()
      case UInt8(ascii: "%") where position == lineStart: position = endOfLine()
      case UInt8(ascii: "?"):
        keyIndicator = position
        position += 1
      default: position += 1
      }
    }
  }

  /// Skips the text of a value.
  mutating func skip(to offset: Int) {
    let offset = min(offset, bytes.count)
    while position < offset {
      position += 1
      if bytes[position - 1] == UInt8(ascii: "\n") { lineStart = position }
    }
  }

  /// Reads up to the next text that is neither a space nor a comment; returns its offset.
  mutating func advanceToContent() -> Int {
    while position < bytes.count {
      let byte = bytes[position]
      guard isBlank(byte) || isLineBreak(byte) || byte == UInt8(ascii: "#") else { break }
      advance(to: position + 1)
    }
    return position
  }

  /// The `?` that was passed since the last call.
  mutating func takeKeyIndicator() -> Int? {
    defer { keyIndicator = nil }
    return keyIndicator
  }

  private mutating func takeComment() {
    let range = SourceRange(position, endOfLine())
    let standsAlone = bytes[lineStart..<position].allSatisfy(isBlank)
    if position > 0, !isBlank(bytes[position - 1]), !isLineBreak(bytes[position - 1]) {
      tightComments.append(range)
    }
    comments.append(YAMLComment(range: range, standsAlone: standsAlone))
    position = range.end
  }

  private func endOfLine() -> Int {
    bytes[position...].firstIndex(where: isLineBreak) ?? bytes.count
  }
}
