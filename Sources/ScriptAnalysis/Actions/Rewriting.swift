import Basics
import Composition
import EditScript
import ScriptWriting
import YAMLTree

extension ScriptText {
  /// The time at an offset in its other exact spellings.
  func conversions(at offset: Int, rate: FrameRate?) -> [ScriptAction] {
    guard let time = WrittenTime(at: offset, in: TreePath(to: offset, in: tree), of: source, rate: rate)
    else {
      return []
    }
    return time.otherSpellings.map { title, text in
      ScriptAction("write `\(text)` (\(title))", .rewrite, [TextEdit(range: time.range, replacement: text)])
    }
  }

  /// Adds a name under `media` for the path at an offset, and uses it wherever the script has the path.
  func naming(fileAt offset: Int) -> ScriptAction? {
    let path = TreePath(to: offset, in: tree)
    guard let place = names.place(at: offset), place.thing == .file, place.isWhole,
      !place.name.contains("${"),
      FilePattern(place.name) == nil, path.last?.expectation.scalar?.naming == .naming(.media),
      case .mapping(let entries, _)? = tree.root?.value
    else { return nil }
    let name = mediaName(for: place.name, taken: Set(names.names(of: .media)))
    let uses = names.places.filter { $0.thing == .file && $0.name == place.name && $0.isWhole }.filter {
      TreePath(to: $0.range.start, in: tree).last?.expectation.scalar?.naming == .naming(.media)
    }
    guard let declaration = declaration(of: name, place.name, in: entries) else { return nil }
    return ScriptAction(
      "name this file '\(name)' under `media`", .extract,
      [declaration] + uses.map { TextEdit(range: $0.scalar, replacement: writtenScalar(name)) })
  }

  /// The edit that adds a name to the media.
  private func declaration(of name: String, _ path: String, in entries: [YAMLEntry]) -> TextEdit? {
    let line = "\(writtenScalar(name)): \(writtenScalar(path))"
    let media = entries.first { Expectation.script.value(of: $0).keyNaming == .declaring(.media) }
    if let media {
      guard case .mapping(let declared, let isFlow) = media.value.value, let last = declared.last else {
        return nil
      }
      let end = last.range.end
      if isFlow { return TextEdit(range: SourceRange(end, end), replacement: ", " + line) }
      let column = source.place(at: last.keyRange.start, in: .bytes).column - 1
      return TextEdit(
        range: SourceRange(end, end), replacement: "\n" + String(repeating: " ", count: column) + line)
    }
    // After the version, before the rest.
    guard let first = entries.first, tree.root?.range.start == first.keyRange.start else { return nil }
    let next = entries.count > 1 ? entries[1].keyRange.start : source.bytes.count
    guard source.place(at: next, in: .bytes).column == 1 else { return nil }
    return TextEdit(range: SourceRange(next, next), replacement: "media:\n  \(line)\n")
  }
}
