import SourceText

/// Normalizes the white space around line breaks: one edit for each stretch that is not in its usual form.
func lineBreakEdits(in source: SourceText, around scalars: [ProtectedScalar]) -> [TextEdit] {
  var edits: [TextEdit] = []
  var position = 0
  for scalar in scalars where scalar.range.end > position {
    edits += whiteSpaceEdits(in: source, SourceRange(position, scalar.range.start))
    edits += carriageReturnEdits(in: source, scalar.range)
    position = scalar.range.end
  }
  edits += whiteSpaceEdits(in: source, SourceRange(position, source.bytes.count))
  // A block scalar without a last line break is another text than one with it.
  let endsInBlock = scalars.contains { $0.isBlock && $0.range.end == source.bytes.count }
  return endsInBlock ? edits : edits + missingLastLineBreak(in: source)
}

/// Between scalars: every run of white space that holds a line break, or ends the text.
private func whiteSpaceEdits(in source: SourceText, _ range: SourceRange) -> [TextEdit] {
  var edits: [TextEdit] = []
  var position = range.start
  while let start = source.bytes[position..<range.end].firstIndex(where: \.isWhiteSpace) {
    let end = source.bytes[start..<range.end].firstIndex { !$0.isWhiteSpace } ?? range.end
    edits += usualForm(ofWhiteSpace: SourceRange(start, end), in: source)
    position = end
  }
  return edits
}

private func usualForm(ofWhiteSpace range: SourceRange, in source: SourceText) -> [TextEdit] {
  let old = source.bytes[range.start..<range.end]
  let lineBreaks = old.count { $0 == .lineFeed }
  if range.end == source.bytes.count {
    return smallestEdit(in: source, range, to: range.start == 0 ? [] : [.lineFeed])
  }
  guard lineBreaks > 0 else { return [] }
  // The first line break ends a line, unless the text begins with it; the next one makes a blank line.
  let kept = min(lineBreaks, range.start == 0 ? 1 : 2)
  let indentation = old.suffix(while: \.isBlank)
  return smallestEdit(in: source, range, to: Array(repeating: .lineFeed, count: kept) + indentation)
}

private func missingLastLineBreak(in source: SourceText) -> [TextEdit] {
  guard let last = source.bytes.last, !last.isWhiteSpace else { return [] }
  return [TextEdit(range: SourceRange(source.bytes.count, source.bytes.count), replacement: "\n")]
}

/// Within a scalar only line breaks are unified: YAML reads both spellings as the same.
private func carriageReturnEdits(in source: SourceText, _ range: SourceRange) -> [TextEdit] {
  (range.start..<range.end).filter { source.bytes[$0] == .carriageReturn }
    .map { TextEdit(range: SourceRange($0, $0 + 1), replacement: "") }
}

/// The edit without what is the same at its two ends; none when nothing changes.
private func smallestEdit(in source: SourceText, _ range: SourceRange, to new: [UInt8]) -> [TextEdit] {
  let old = source.bytes[range.start..<range.end]
  guard !old.elementsEqual(new) else { return [] }
  let prefix = zip(old, new).prefix { $0 == $1 }.count
  let suffix = zip(old.dropFirst(prefix).reversed(), new.dropFirst(prefix).reversed()).prefix { $0 == $1 }
    .count
  let replacement = String(decoding: new.dropFirst(prefix).dropLast(suffix), as: UTF8.self)
  return [
    TextEdit(range: SourceRange(range.start + prefix, range.end - suffix), replacement: replacement)
  ]
}

extension Collection where Element == UInt8, Self: BidirectionalCollection {
  fileprivate func suffix(while matches: (UInt8) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, matches(self[index(before: start)]) { formIndex(before: &start) }
    return self[start...]
  }
}
