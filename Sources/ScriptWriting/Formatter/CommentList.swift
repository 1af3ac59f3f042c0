import Basics
import YAMLTree

/// The comments of a source, and whitespace, by offset.
struct CommentList {
  let source: SourceText
  /// In the order of the text.
  private let comments: [YAMLComment]

  init(_ comments: [YAMLComment], in source: SourceText) {
    self.comments = comments
    self.source = source
  }

  /// The comments that start in a range of offsets.
  func between(_ start: Int, _ end: Int) -> ArraySlice<YAMLComment> {
    let first = index(from: start)
    var last = first
    while last < comments.count, comments[last].range.start < end { last += 1 }
    return comments[first..<last]
  }

  /// The comment after an offset on its line, with only blanks and, in brackets, a comma between them.
  func behind(_ place: Int, acrossComma: Bool = false) -> YAMLComment? {
    let index = index(from: place)
    guard index < comments.count, !comments[index].standsAlone else { return nil }
    let stop = source.bytes[place...].firstIndex {
      !$0.isBlank && !(acrossComma && $0 == UInt8(ascii: ","))
    }
    return stop == comments[index].range.start ? comments[index] : nil
  }

  /// The comment without trailing blanks.
  func text(of comment: YAMLComment) -> SourceRange {
    var end = comment.range.end
    while end > comment.range.start, source.bytes[end - 1].isWhiteSpace { end -= 1 }
    return SourceRange(comment.range.start, end)
  }

  func words(of comment: YAMLComment) -> String { source[text(of: comment)] }

  private func index(from start: Int) -> Int { comments.partitioningIndex { $0.range.start >= start } }
}

extension SourceText {
  /// The number of bytes before an offset on its line.
  func column(of place: Int) -> Int {
    var start = place
    while start > 0, bytes[start - 1] != .lineFeed { start -= 1 }
    return place - start
  }

  /// Whether there is a blank line above the first content of a line.
  func hasBlankLine(above place: Int) -> Bool {
    var position = place
    var lineFeeds = 0
    while position > 0, bytes[position - 1].isWhiteSpace {
      position -= 1
      if bytes[position] == .lineFeed { lineFeeds += 1 }
    }
    return lineFeeds > (position == 0 ? 0 : 1)
  }

  /// The first byte at or after an offset that is not whitespace.
  func firstContent(from place: Int) -> Int {
    bytes[min(place, bytes.count)...].firstIndex { !$0.isWhiteSpace } ?? bytes.count
  }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")

  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
  var isWhiteSpace: Bool { isBlank || self == .lineFeed || self == UInt8(ascii: "\r") }
}
