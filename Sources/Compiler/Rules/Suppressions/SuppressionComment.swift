import Basics
import YAMLTree

/// A comment for editc: `# editc: allow rule-id, other-rule`.
struct SuppressionComment {
  /// From `#` to the end of the line.
  let range: SourceRange
  /// The number of its line.
  let line: Int
  /// The number of the line whose findings it covers.
  let coveredLine: Int
  let standsAlone: Bool
  let instruction: Word
  /// The words after the instruction.
  let names: [Word]
  /// The first place of each allowed rule; empty for another instruction.
  let allowed: [String: SourceRange]

  /// A text without blanks and commas, and its place.
  struct Word: Hashable {
    let text: String
    let range: SourceRange
  }

  /// The beginning of the comment after its `#`.
  static let marker = "editc:"
  /// The only instruction.
  static let allow = "allow"

  /// Nil for a comment for people.
  init?(_ comment: YAMLComment, coveredLine: Int, in source: SourceText) {
    let text = source.bytes[comment.range.start..<comment.range.end]
    let said = text.dropFirst().drop(while: isBlank)
    guard said.starts(with: Self.marker.utf8) else { return nil }
    let words = Self.words(of: said.dropFirst(Self.marker.utf8.count))
    range = comment.range
    line = source.line(at: comment.range.start)
    self.coveredLine = coveredLine
    standsAlone = comment.standsAlone
    instruction = words.first ?? Word(text: "", range: SourceRange(comment.range.end, comment.range.end))
    names = Array(words.dropFirst())
    let isAllowing = instruction.text == Self.allow
    allowed = Dictionary(
      isAllowing ? names.map { ($0.text, $0.range) } : [], uniquingKeysWith: { first, _ in first })
  }

  private static func words(of text: ArraySlice<UInt8>) -> [Word] {
    text.split { isBlank($0) || $0 == UInt8(ascii: ",") }.map { word in
      Word(text: String(decoding: word, as: UTF8.self), range: SourceRange(word.startIndex, word.endIndex))
    }
  }
}

extension SuppressionComment {
  /// All comments for editc in a script, in text order.
  static func all(in tree: YAMLTree, of source: SourceText) -> [SuppressionComment] {
    var found: [SuppressionComment] = []
    // From the end, so that each comment on its own line knows which line the one below it covers.
    var below = (line: 0, covered: 0)
    for comment in tree.comments.reversed() {
      let line = source.line(at: comment.range.start)
      let next = below.line == line + 1 ? below.covered : line + 1
      let covered = comment.standsAlone ? next : line
      if comment.standsAlone { below = (line, covered) }
      if let own = SuppressionComment(comment, coveredLine: covered, in: source) { found.append(own) }
    }
    return found.reversed()
  }

  /// The text to remove with the whole comment: the spaces before it, and its line if it is alone.
  func removal(in source: SourceText) -> SourceRange {
    var start = range.start
    while start > 0, isBlank(source.bytes[start - 1]) { start -= 1 }
    guard standsAlone else { return SourceRange(start, range.end) }
    return SourceRange(start, source.startOfLine(line + 1) ?? range.end)
  }

  /// The text to remove with one of several names, including a separator.
  func removal(ofNameAt index: Int) -> SourceRange {
    let name = names[index].range
    if index + 1 < names.count { return SourceRange(name.start, names[index + 1].range.start) }
    return SourceRange(index > 0 ? names[index - 1].range.end : name.start, name.end)
  }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
