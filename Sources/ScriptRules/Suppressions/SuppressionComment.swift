import SourceText
import YAMLTree

/// A comment that speaks to editc: `# editc: allow rule-id, other-rule`.
struct SuppressionComment {
  /// From `#` to the end of the line.
  let range: SourceRange
  /// The number of the line that it stands on.
  let line: Int
  /// The number of the line whose findings it is about.
  let coveredLine: Int
  let standsAlone: Bool
  let instruction: Word
  /// What follows the instruction, each word once more where it is written twice.
  let names: [Word]

  /// A text without blanks and commas, and its place.
  struct Word: Hashable {
    let text: String
    let range: SourceRange
  }

  /// What the comment begins with behind its `#`.
  static let marker = "editc:"
  /// The only instruction there is.
  static let allow = "allow"

  /// Nil for a comment that is meant for people.
  init?(_ comment: YAMLComment, coveredLine: Int, in source: SourceText) {
    let text = source.bytes[comment.range.start..<comment.range.end]
    let said = text.dropFirst().drop(while: isBlank)
    guard said.starts(with: Self.marker.utf8) else { return nil }
    let words = Self.words(of: said.dropFirst(Self.marker.utf8.count))
    range = comment.range
    line = source.place(at: comment.range.start).line
    self.coveredLine = coveredLine
    standsAlone = comment.standsAlone
    instruction = words.first ?? Word(text: "", range: SourceRange(comment.range.end, comment.range.end))
    names = Array(words.dropFirst())
  }

  private static func words(of text: ArraySlice<UInt8>) -> [Word] {
    text.split { isBlank($0) || $0 == UInt8(ascii: ",") }.map { word in
      Word(text: String(decoding: word, as: UTF8.self), range: SourceRange(word.startIndex, word.endIndex))
    }
  }
}

extension SuppressionComment {
  /// All of a script, in the order of the text.
  static func all(in tree: YAMLTree, of source: SourceText) -> [SuppressionComment] {
    let comments = tree.comments
    let commentLines = Set(
      comments.lazy.filter(\.standsAlone).map { source.place(at: $0.range.start).line })
    return comments.compactMap { comment in
      var line = source.place(at: comment.range.start).line
      if comment.standsAlone {
        while commentLines.contains(line) { line += 1 }
      }
      return SuppressionComment(comment, coveredLine: line, in: source)
    }
  }

  /// What is removed with the whole comment: the blanks before it, and its line where it stands alone.
  func removal(in source: SourceText) -> SourceRange {
    var start = range.start
    while start > 0, isBlank(source.bytes[start - 1]) { start -= 1 }
    guard standsAlone else { return SourceRange(start, range.end) }
    return SourceRange(start, source.startOfLine(line + 1) ?? range.end)
  }

  /// What is removed with one of several names: it, and what separates it from a neighbour.
  func removal(ofNameAt index: Int) -> SourceRange {
    let name = names[index].range
    if index + 1 < names.count { return SourceRange(name.start, names[index + 1].range.start) }
    return SourceRange(index > 0 ? names[index - 1].range.end : name.start, name.end)
  }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
