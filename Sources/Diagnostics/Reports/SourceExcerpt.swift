package import Basics

/// The first line of a range as displayed, in three parts, so that the mark stays visible wherever the line
/// wraps.
package struct MarkedLine: Hashable, Sendable {
  package let before: String
  /// Empty for a place between two characters.
  package let marked: String
  package let after: String
  /// The number of the last line of the range.
  package let lastLine: Int

  /// - Parameter width: Longer lines are cut to a window of this many cells around the range.
  package init(of range: SourceRange, in source: SourceText, width: Int = 160) {
    let pieces = Pieces(of: range, in: source, reach: 8 * width)
    let window = Window(pieces, caret: pieces.before.reduce(0) { $0 + $1.width }, width: width)
    let cells = pieces.cells
    let (first, last) = (pieces.before.count, pieces.before.count + pieces.marked.count)
    func text(_ part: Range<Int>) -> String { cells[window.shown.clamped(to: part)].map(\.text).joined() }
    before = (window.hasMoreBefore ? "…" : "") + text(0..<first)
    marked = text(first..<last)
    after = text(last..<cells.count) + (window.hasMoreAfter ? "…" : "")
    lastLine = source.line(at: max(range.start, range.end - 1))
  }
}

/// The first line of a range as displayed, and the underline below it.
struct SourceExcerpt: Equatable {
  private(set) var line: String
  /// Spaces as wide as the text before the range.
  private(set) var padding: String
  /// `^~~~`; at least the caret.
  private(set) var underline: String
  /// ` to line 7` if the range continues below.
  private(set) var continuation: String

  init(of range: SourceRange, in source: SourceText, width: Int) {
    let pieces = Pieces(of: range, in: source, reach: 8 * width)
    let before = pieces.before.reduce(0) { $0 + $1.width }
    let marked = pieces.marked.reduce(0) { $0 + $1.width }
    // A range that starts inside a character (a combining mark) is displayed under the whole character.
    let isInside = pieces.marked.first?.width == 0
    let caret = max(0, before - (isInside ? pieces.before.last?.width ?? 0 : 0))
    let window = Window(pieces, caret: caret, width: width)
    line =
      (window.hasMoreBefore ? "…" : "") + pieces.cells[window.shown].map(\.text).joined()
      + (window.hasMoreAfter ? "…" : "")
    padding = String(repeating: " ", count: max(0, caret - window.hiddenBefore))
    let room = max(1, window.width - padding.count)
    let length = min(room, max(1, marked + before - caret))
    underline = "^" + String(repeating: "~", count: length - 1)
    let lastLine = source.line(at: max(range.start, range.end - 1))
    continuation = lastLine > source.line(at: range.start) ? " to line \(lastLine)" : ""
  }
}

/// The displayed line in three parts; only the text near the range if the line is very long.
private struct Pieces {
  let before: [VisibleText.Piece]
  let marked: [VisibleText.Piece]
  let after: [VisibleText.Piece]
  let isCutBefore: Bool
  let isCutAfter: Bool

  var cells: [VisibleText.Piece] { before + marked + after }

  /// - Parameter reach: The number of bytes read on each side: enough to fill the window, but few enough to
  ///   be read for every finding in a line of a megabyte.
  init(of range: SourceRange, in source: SourceText, reach: Int) {
    let start = min(range.start, source.bytes.count)
    let number = source.line(at: start)
    let line = source.rangeOfLine(number) ?? SourceRange(start, start)
    let guilty = SourceRange(min(start, line.end), min(range.end, line.end))
    let from = source.characterStart(atOrAfter: max(line.start, guilty.start - reach))
    let middle = source.characterStart(atOrAfter: min(guilty.end, guilty.start + reach))
    let to = source.characterStart(atOrAfter: min(line.end, middle + reach))
    isCutBefore = from > line.start
    isCutAfter = to < line.end
    before = Self.shown(source[SourceRange(from, guilty.start)], column: 0)
    let column = before.reduce(0) { $0 + $1.width }
    marked = Self.shown(source[SourceRange(guilty.start, middle)], column: column)
    let end = marked.reduce(column) { $0 + $1.width }
    after = Self.shown(source[SourceRange(middle, to)], column: end)
  }

  /// Replaces tabs by the spaces that a terminal would show, so that the underline can be aligned.
  private static func shown(_ text: String, column: Int) -> [VisibleText.Piece] {
    if VisibleText.isPlain(text) {
      return text.unicodeScalars.map { VisibleText.Piece(text: String($0), width: 1) }
    }
    var column = column
    return text.map { character in
      let piece =
        character == "\t"
        ? VisibleText.Piece(text: String(repeating: " ", count: 8 - column % 8), width: 8 - column % 8)
        : VisibleText.piece(for: character)
      column += piece.width
      return piece
    }
  }
}

/// The displayed part of a line: all of it, or a window with the caret at a third of its width.
private struct Window {
  /// The indices of the displayed cells.
  let shown: Range<Int>
  let width: Int
  /// The cells of the line before the window, not counting the ellipsis that replaces them.
  let hiddenBefore: Int
  let hasMoreBefore: Bool
  let hasMoreAfter: Bool

  init(_ pieces: Pieces, caret: Int, width limit: Int) {
    let cells = pieces.cells
    let total = cells.reduce(0) { $0 + $1.width }
    let isWhole = total <= limit && !pieces.isCutBefore && !pieces.isCutAfter
    let wanted = isWhole ? 0 : max(0, min(caret - limit / 3, total - limit))
    var shown = 0..<0
    var shownWidth = 0
    var position = 0
    var firstShown: Int?
    for (index, cell) in cells.enumerated() {
      defer { position += cell.width }
      guard position >= wanted else { continue }
      guard isWhole || shownWidth + cell.width <= limit else { break }
      if firstShown == nil {
        firstShown = position
        shown = index..<index
      }
      shown = shown.lowerBound..<index + 1
      shownWidth += cell.width
    }
    let start = firstShown ?? position
    self.shown = shown
    hasMoreBefore = pieces.isCutBefore || start > 0
    hasMoreAfter = pieces.isCutAfter || start + shownWidth < total
    width = shownWidth + (hasMoreBefore ? 1 : 0)
    hiddenBefore = start - (hasMoreBefore ? 1 : 0)
  }
}

extension SourceText {
  /// The first offset from here on that is not inside a code point.
  fileprivate func characterStart(atOrAfter offset: Int) -> Int {
    var offset = offset
    while offset < bytes.count, bytes[offset] & 0b1100_0000 == 0b1000_0000 { offset += 1 }
    return offset
  }
}
