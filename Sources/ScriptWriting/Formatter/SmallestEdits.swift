import Basics

/// The edits that change the source to the printed text. Moved copies are removed and inserted; all other
/// copies stay untouched.
func edits(from source: SourceText, to text: PrintedText) -> [TextEdit] {
  let staying = copiesThatStay(in: text)
  var edits: [TextEdit] = []
  var position = 0
  var new: [UInt8] = []
  for (index, piece) in text.pieces.enumerated() {
    switch piece {
    case .new(let text): new += text.utf8
    case .copy(let range) where staying.contains(index):
      edits += smallestEdit(in: source, SourceRange(position, range.start), to: new)
      new = []
      position = range.end
    case .copy(let range): new += source.bytes[range.start..<range.end]
    }
  }
  return edits + smallestEdit(in: source, SourceRange(position, source.bytes.count), to: new)
}

/// The copies that need not move: the most bytes in the same order here and in the source.
private func copiesThatStay(in text: PrintedText) -> Set<Int> {
  var copies: [(index: Int, range: SourceRange)] = []
  for case (let index, .copy(let range)) in text.pieces.enumerated() { copies.append((index, range)) }
  let isInOrder = zip(copies, copies.dropFirst()).allSatisfy { $0.range.end <= $1.range.start }
  guard !isInOrder else { return Set(copies.map(\.index)) }

  // Places in the source by rank. For each rank, a Fenwick tree contains the best chain of copies that ends
  // at or below it, so that ten thousand moved lines do not take quadratic time.
  let ranks = copies.indices.sorted { copies[$0].range < copies[$1].range }
  var rank = Array(repeating: 0, count: copies.count)
  for (place, copy) in ranks.enumerated() { rank[copy] = place + 1 }
  var best = Array(repeating: (bytes: 0, copy: -1), count: copies.count + 1)
  var previous = Array(repeating: -1, count: copies.count)
  for copy in copies.indices {
    var chain = (bytes: 0, copy: -1)
    var place = rank[copy]
    while place > 0 {
      if best[place].bytes > chain.bytes { chain = best[place] }
      place &= place - 1
    }
    previous[copy] = chain.copy
    let total = (bytes: chain.bytes + copies[copy].range.count, copy: copy)
    place = rank[copy]
    while place < best.count {
      if best[place].bytes < total.bytes { best[place] = total }
      place += place & -place
    }
  }
  var staying: Set<Int> = []
  var copy = best.max { $0.bytes < $1.bytes }?.copy ?? -1
  while copy >= 0 {
    staying.insert(copies[copy].index)
    copy = previous[copy]
  }
  return staying
}

/// The edit without equal bytes at both ends; empty if nothing changes.
private func smallestEdit(in source: SourceText, _ range: SourceRange, to new: [UInt8]) -> [TextEdit] {
  let old = source.bytes[range.start..<range.end]
  guard !old.elementsEqual(new) else { return [] }
  var prefix = zip(old, new).prefix { $0 == $1 }.count
  // Edits must not split a character.
  while prefix > 0, isInsideCharacter(old.dropFirst(prefix)) || isInsideCharacter(new.dropFirst(prefix)) {
    prefix -= 1
  }
  let (oldRest, newRest) = (old.dropFirst(prefix), new.dropFirst(prefix))
  var suffix = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
  while suffix > 0, isInsideCharacter(oldRest.suffix(suffix)) { suffix -= 1 }
  let replacement = String(decoding: newRest.dropLast(suffix), as: UTF8.self)
  return [
    TextEdit(range: SourceRange(range.start + prefix, range.end - suffix), replacement: replacement)
  ]
}

private func isInsideCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
  bytes.first.map { $0 & 0xC0 == 0x80 } ?? false
}
