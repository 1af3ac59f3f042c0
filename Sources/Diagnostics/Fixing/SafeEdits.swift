package import Basics

/// The safe repairs of several findings that can be made in one go.
package struct SafeEdits: Sendable {
  /// In the order of the text; no two overlap or touch in a place where text is inserted.
  package private(set) var edits: [TextEdit] = []
  /// How many findings they repair.
  package private(set) var findings = 0

  /// Of repairs that get in each other's way, those of earlier findings are taken. A finding with several safe
  /// repairs leaves a choice, and so is left to a person.
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

  /// All of them or none.
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

  /// The first index of an edit that does not begin before this one.
  private func place(for edit: TextEdit) -> Int { edits.partitioningIndex { $0.range >= edit.range } }
}

extension TextEdit {
  /// Whether the two cannot both be made, or could be made in two orders.
  fileprivate func isInTheWay(of other: TextEdit) -> Bool {
    if range.isEmpty || other.range.isEmpty {
      return range.start <= other.range.end && other.range.start <= range.end
    }
    return range.start < other.range.end && other.range.start < range.end
  }
}
