import SourceText

/// A text that is made of pieces of another one and of new ones.
struct PrintedText {
  enum Piece {
    /// Bytes of the source, as they stand there.
    case copy(SourceRange)
    case new(String)
  }

  private(set) var pieces: [Piece] = []
  private(set) var lineBreaks = 0

  var isEmpty: Bool { pieces.isEmpty }
  /// A place to come back to.
  var mark: Int { pieces.count }

  mutating func write(_ text: String) {
    if !text.isEmpty { pieces.append(.new(text)) }
  }

  mutating func copy(_ range: SourceRange) {
    if !range.isEmpty { pieces.append(.copy(range)) }
  }

  mutating func breakLine(indentation: Int = 0) {
    lineBreaks += 1
    pieces.append(.new("\n" + String(repeating: " ", count: indentation)))
  }

  /// Puts a line break in front of what was written since the mark.
  mutating func insertLineBreak(at mark: Int) {
    lineBreaks += 1
    pieces.insert(.new("\n"), at: mark)
  }
}
