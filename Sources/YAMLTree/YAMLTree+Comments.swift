package import Basics

extension YAMLTree {
  /// The comment after a value on its line: in `color: #ff0000`, the value is absent and this is the reason.
  package func comment(after node: YAMLNode, in source: SourceText) -> YAMLComment? {
    var low = 0
    var high = comments.count
    while low < high {
      let middle = (low + high) / 2
      if comments[middle].range.start < node.range.end { low = middle + 1 } else { high = middle }
    }
    guard low < comments.count else { return nil }
    let between = source.bytes[node.range.end..<comments[low].range.start]
    return between.allSatisfy(isBlank) ? comments[low] : nil
  }
}
