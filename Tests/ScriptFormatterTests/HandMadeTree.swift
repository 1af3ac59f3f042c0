import SourceText
import YAMLTree

/// Builds the tree of a small script by hand: each call finds the next occurrence of its text.
struct HandMadeTree {
  let source: SourceText
  private var position = 0

  init(_ text: String) {
    source = SourceText(name: "test.edit", text)
  }

  /// The range of the next occurrence, or an empty one at the end when there is none.
  mutating func range(of text: String) -> SourceRange {
    let wanted = Array(text.utf8)
    let last = source.bytes.count - wanted.count
    guard last >= position,
      let start = (position...last).first(where: { source.bytes[$0...].starts(with: wanted) })
    else { return SourceRange(source.bytes.count, source.bytes.count) }
    position = start + wanted.count
    return SourceRange(start, position)
  }

  mutating func scalar(_ text: String, style: YAMLScalar.Style = .plain) -> YAMLNode {
    YAMLNode(.scalar(YAMLScalar(text, style: style)), range: range(of: text))
  }

  mutating func entry(_ key: String, _ value: String, style: YAMLScalar.Style = .plain) -> YAMLEntry {
    let keyRange = range(of: key)
    return YAMLEntry(key: key, keyRange: keyRange, value: scalar(value, style: style))
  }

  /// A block mapping of plain texts; an empty value is an absent one, right after the colon.
  static func mapping(
    _ text: String, _ pairs: KeyValuePairs<String, String>, style: YAMLScalar.Style = .plain,
    isFlow: Bool = false
  ) -> (source: SourceText, tree: YAMLTree) {
    var builder = HandMadeTree(text)
    var entries: [YAMLEntry] = []
    for (key, value) in pairs {
      let keyRange = builder.range(of: key)
      let valueNode =
        value.isEmpty
        ? YAMLNode(.scalar(YAMLScalar("")), range: SourceRange(keyRange.end + 1, keyRange.end + 1))
        : builder.scalar(value, style: style)
      entries.append(YAMLEntry(key: key, keyRange: keyRange, value: valueNode))
    }
    let root = YAMLNode(
      .mapping(entries, isFlow: isFlow), range: SourceRange(0, builder.source.bytes.count))
    return (builder.source, YAMLTree(root: root, comments: []))
  }
}
