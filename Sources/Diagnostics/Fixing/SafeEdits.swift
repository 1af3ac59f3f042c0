package import Basics

/// The safe repairs of several findings that can be applied together.
package struct SafeEdits: Sendable {
  /// The edits in text order; none overlap, or touch where text is inserted.
  package private(set) var edits: [TextEdit] = []
  /// The number of findings that they repair.
  package private(set) var findings = 0

  /// If repairs conflict, those of earlier findings win. A finding with several safe repairs is skipped,
  /// because a person must choose.
  package init(_ diagnostics: [Diagnostic]) {
    var taken: Set<TextEdit> = []
    for diagnostic in diagnostics {
      let safe = diagnostic.fixes.filter { $0.isSafe && !$0.edits.isEmpty }
      guard let fix = safe.first, safe.count == 1 else { continue }
      let new = fix.edits.filter { !taken.contains($0) }
      guard insert(new) else { continue }
      taken.formUnion(new)
      findings += 1
    }
  }

  /// The first fix of each finding, also one that is not safe; nil if two of them conflict.
  init?(fixing diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      guard let fix = diagnostic.fixes.first, insert(fix.edits.filter { !edits.contains($0) }) else {
        return nil
      }
      findings += 1
    }
  }

  /// Inserts all edits or none.
  private mutating func insert(_ new: [TextEdit]) -> Bool {
    let sorted = new.sorted { $0.range < $1.range }
    guard zip(sorted, sorted.dropFirst()).allSatisfy({ !$0.isInTheWay(of: $1) }) else { return false }
    guard sorted.allSatisfy(hasRoom) else { return false }
    for edit in sorted { edits.insert(edit, at: place(for: edit)) }
    return true
  }

  private func hasRoom(for edit: TextEdit) -> Bool {
    let place = place(for: edit)
    let neighbours = edits[max(0, place - 1)..<min(edits.count, place + 1)]
    return !neighbours.contains { $0.isInTheWay(of: edit) }
  }

  /// The first index of an edit that does not start before this one.
  private func place(for edit: TextEdit) -> Int { edits.partitioningIndex { $0.range >= edit.range } }
}

extension TextEdit {
  /// Whether the two edits exclude each other or could be applied in two orders.
  fileprivate func isInTheWay(of other: TextEdit) -> Bool {
    if range.isEmpty || other.range.isEmpty {
      return range.start <= other.range.end && other.range.start <= range.end
    }
    return range.start < other.range.end && other.range.start < range.end
  }
}
