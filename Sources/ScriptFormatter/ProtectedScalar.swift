import SourceText
import YAMLTree

/// The text of a scalar or key, where blanks and line breaks can be content.
struct ProtectedScalar {
  let range: SourceRange
  /// Literal or folded.
  let isBlock: Bool

  /// All of a tree, in the order of the text.
  static func all(in tree: YAMLTree, of source: SourceText) -> [ProtectedScalar] {
    var scalars: [ProtectedScalar] = []
    if let root = tree.root { collect(root, in: source, into: &scalars) }
    return scalars.sorted { $0.range < $1.range }
  }

  private static func collect(
    _ node: YAMLNode, in source: SourceText, into scalars: inout [ProtectedScalar]
  ) {
    switch node.value {
    case .scalar(let scalar):
      scalars.append(ProtectedScalar(scalar, node.range, in: source))
    case .sequence(let elements, _):
      for element in elements { collect(element, in: source, into: &scalars) }
    case .mapping(let entries, _):
      for entry in entries {
        scalars.append(ProtectedScalar(range: entry.keyRange, isBlock: false))
        collect(entry.value, in: source, into: &scalars)
      }
    }
  }
}

extension ProtectedScalar {
  /// Blank lines after a block scalar can be part of it (`|+`, or blanks beyond the indentation): they are
  /// taken along.
  private init(_ scalar: YAMLScalar, _ range: SourceRange, in source: SourceText) {
    let isBlock = scalar.style == .literal || scalar.style == .folded
    let after = source.bytes[min(range.end, source.bytes.count)...]
    let end = isBlock ? after.firstIndex { !$0.isWhiteSpace } ?? source.bytes.count : range.end
    self.init(range: SourceRange(range.start, end), isBlock: isBlock)
  }
}
