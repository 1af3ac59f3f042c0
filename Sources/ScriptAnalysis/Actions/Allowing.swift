import Basics
import Diagnostics
import YAMLTree

extension ScriptText {
  /// The comment that allows a finding at its place; nil for errors, which cannot be allowed.
  func allowing(_ finding: Diagnostic) -> ScriptAction? {
    guard finding.severity != .error, let range = finding.range,
      let line = source.rangeOfLine(source.line(at: range.start))
    else { return nil }
    let title = "allow `\(finding.id.name)` here"
    let comment = tree.comments.first { line.start <= $0.range.start && $0.range.start <= line.end }
    guard let comment else {
      // At the end of a line of a block scalar, it would be part of the text.
      guard !isInBlockScalar(line.end) else { return above(line, finding, title) }
      let edit = TextEdit(
        range: SourceRange(line.end, line.end), replacement: "  # editc: allow \(finding.id.name)")
      return ScriptAction(title, .repair, [edit], finding: finding)
    }
    guard source[comment.range].contains("editc: allow ") else { return above(line, finding, title) }
    let edit = TextEdit(
      range: SourceRange(comment.range.end, comment.range.end), replacement: ", \(finding.id.name)")
    return ScriptAction(title, .repair, [edit], finding: finding)
  }

  private func above(_ line: SourceRange, _ finding: Diagnostic, _ title: String) -> ScriptAction {
    let indentation = source.bytes[line.start..<line.end].prefix { $0 == UInt8(ascii: " ") }.count
    let comment = String(repeating: " ", count: indentation) + "# editc: allow \(finding.id.name)\n"
    return ScriptAction(
      title, .repair, [TextEdit(range: SourceRange(line.start, line.start), replacement: comment)],
      finding: finding)
  }

  private func isInBlockScalar(_ offset: Int) -> Bool {
    guard let node = TreePath(to: offset, in: tree).last?.node, case .scalar(let scalar) = node.value else {
      return false
    }
    return source.line(at: node.range.start) != source.line(at: node.range.end) && scalar.text.contains("\n")
  }
}
