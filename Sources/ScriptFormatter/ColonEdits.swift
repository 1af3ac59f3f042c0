import SourceText
import YAMLTree

/// One blank between the colon of a block entry and a value on the same line.
func colonEdits(of node: YAMLNode?, in source: SourceText) -> [TextEdit] {
  switch node?.value {
  case nil, .scalar: []
  case .sequence(let elements, _): elements.flatMap { colonEdits(of: $0, in: source) }
  case .mapping(let entries, let isFlow):
    entries.flatMap { entry in
      (isFlow ? [] : colonEdit(of: entry, in: source)) + colonEdits(of: entry.value, in: source)
    }
  }
}

private func colonEdit(of entry: YAMLEntry, in source: SourceText) -> [TextEdit] {
  let (start, end) = (entry.keyRange.end, entry.value.range.start)
  guard !entry.value.range.isEmpty, start < end, end <= source.bytes.count else { return [] }
  let between = source.bytes[start..<end]
  guard let colon = between.firstIndex(where: { !$0.isBlank }), between[colon] == UInt8(ascii: ":")
  else { return [] }
  let blanks = between[(colon + 1)...]
  // Anything else between them is a line break or a comment.
  guard !blanks.isEmpty, blanks.allSatisfy(\.isBlank), !blanks.elementsEqual([.space]) else { return [] }
  return [TextEdit(range: SourceRange(colon + 1, end), replacement: " ")]
}
