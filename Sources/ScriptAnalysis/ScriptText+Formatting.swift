package import Basics
import ScriptWriting

extension ScriptText {
  /// The edits that bring the script into its usual form; nil if it is left as it is, because it is not YAML.
  package var formattingEdits: [TextEdit]? {
    guard source.bytes.count > 0 else { return [] }
    return try? format(source).edits
  }

  /// Those of them that are in a part of the text, if the script means the same with these alone.
  package func formattingEdits(in range: SourceRange) -> [TextEdit]? {
    guard let all = formattingEdits else { return nil }
    let edits = all.filter { range.start <= $0.range.start && $0.range.end <= range.end }
    guard edits.count < all.count else { return edits }
    return meansTheSame(source, after: edits) ? edits : []
  }
}
