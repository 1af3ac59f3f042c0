import Basics

/// A text made of new pieces and of copies from another text.
struct PrintedText {
  enum Piece {
    /// Bytes of the source, unchanged.
    case copy(SourceRange)
    case new(String)
  }

  private(set) var pieces: [Piece] = []
  private(set) var lineBreaks = 0

  var isEmpty: Bool { pieces.isEmpty }
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

  /// Reserves a place for an empty line that the following text may need above it.
  mutating func leaveRoom() -> Int {
    pieces.append(.new(""))
    return pieces.count - 1
  }

  mutating func fillRoom(_ room: Int) {
    lineBreaks += 1
    pieces[room] = .new("\n")
  }
}
