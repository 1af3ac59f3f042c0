package import Basics
import ScriptWriting

extension ScriptText {
  /// The edits that format the script; nil if it is not YAML, which stays unchanged.
  package var formattingEdits: [TextEdit]? {
    guard source.bytes.count > 0 else { return [] }
    return try? format(source).edits
  }

  /// Those in a part of the text, if they alone do not change the script's meaning.
  package func formattingEdits(in range: SourceRange) -> [TextEdit]? {
    guard let all = formattingEdits else { return nil }
    let edits = all.filter { range.start <= $0.range.start && $0.range.end <= range.end }
    guard edits.count < all.count else { return edits }
    return meansTheSame(source, after: edits) ? edits : []
  }
}
