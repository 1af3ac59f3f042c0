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
  /// The text after all edits, or nil when two of them overlap or one lies outside the text.
  package func applying(_ edits: [TextEdit]) -> String? {
    bytes(applying: edits).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The same as bytes, which also a text that is not UTF-8 keeps where nothing is edited.
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
