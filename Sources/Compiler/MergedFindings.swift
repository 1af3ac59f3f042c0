import Basics
package import Diagnostics

/// The findings of several compilations of one script, each once, with a note that names its rows of the
/// table if it is not in all of them.
package func mergedFindings(
  _ rows: [(number: Int?, findings: [Diagnostic])], table: String
) -> [Diagnostic] {
  guard rows.count > 1 else { return rows.first?.findings ?? [] }
  var order: [Diagnostic] = []
  var places: [Diagnostic: [Int]] = [:]
  for (number, findings) in rows {
    for finding in findings where !finding.callsUnused {
      if places[finding] == nil { order.append(finding) }
      places[finding, default: []].append(number ?? 0)
    }
  }
  let merged = order.map { finding in
    let numbers = places[finding] ?? []
    guard numbers.count < rows.count else { return finding }
    return finding.noting("in \(rowList(numbers)) of \(table)")
  }
  return (merged + unusedNames(rows.map(\.findings))).sortedAndUnique()
}

/// Names in comments that allow nothing in any row. If only one of several names is unused, only this name is
/// removed.
private func unusedNames(_ rows: [[Diagnostic]]) -> [Diagnostic] {
  let byPlace = Dictionary(grouping: rows.joined().filter(\.callsUnused)) { $0.range }
  return byPlace.values.filter { $0.count == rows.count }.compactMap { findings in
    findings.min { $0.lengthOfRepairs < $1.lengthOfRepairs }
  }
}

/// `row 3`, `rows 3 and 5`, `rows 1, 2, 3, 4, 5 and 7 more`
private func rowList(_ numbers: [Int]) -> String {
  guard numbers.count > 1 else { return "row \(numbers.first ?? 0)" }
  let shown = numbers.prefix(numbers.count > 6 ? 5 : numbers.count - 1).map { "\($0)" }
  let rest = numbers.count - shown.count
  return "rows \(shown.joined(separator: ", ")) and " + (rest == 1 ? "\(numbers.last ?? 0)" : "\(rest) more")
}

extension Diagnostic {
  /// Whether this is about a name in a comment that allowed nothing, instead of one that cannot allow an
  /// error.
  var callsUnused: Bool { id == .unusedSuppression && !fixes.isEmpty }

  fileprivate var lengthOfRepairs: Int {
    fixes.reduce(0) { $0 + $1.edits.reduce(0) { $0 + $1.range.count } }
  }

  fileprivate func noting(_ message: String) -> Diagnostic {
    Diagnostic(
      id, severity: severity, self.message, at: range, notes: notes + [Note(message, at: nil)], hint: hint,
      fixes: fixes)
  }
}
