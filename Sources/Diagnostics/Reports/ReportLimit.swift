package import Basics

/// The findings of a report that has room for some of them: errors first, then warnings, in the order of the text.
package struct ReportLimit: Sendable {
  /// For each file, the places of its shown findings among all of them.
  let shown: [[Int]]
  /// The files with their shown findings only.
  package let files: [CheckedFile]
  /// What is not shown.
  package let others: [Diagnostic]

  /// - Parameter most: The number of findings that are shown; nil for all.
  package init(_ files: [CheckedFile], most: Int?) {
    let all = files.indices.flatMap { file in
      files[file].diagnostics.indices.map { (file: file, index: $0) }
    }
    let inOrder = [Severity.error, .warning, .note].flatMap { severity in
      all.filter { files[$0.file].diagnostics[$0.index].severity == severity }
    }
    let count = min(most ?? .max, inOrder.count)
    var shown = files.map { _ in [Int]() }
    for place in inOrder[..<count] { shown[place.file].append(place.index) }
    self.shown = shown.map { $0.sorted() }
    self.files = zip(files, self.shown).map { $0.showing($1) }
    others = inOrder[count...].map { files[$0.file].diagnostics[$0.index] }
  }

  /// The rules of the findings that are not shown, the most frequent first.
  private var otherRules: [(name: String, count: Int)] {
    Dictionary(grouping: others, by: \.id.name).map { (name: $0.key, count: $0.value.count) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  /// `980 more: 500 unknown-key, 350 bare-number, 130 missing-key`, and a line feed; empty if all are shown.
  package var summary: String {
    guard !others.isEmpty else { return "" }
    let most = 12
    let rules = otherRules
    let named = rules.prefix(most).map { "\($0.count) \($0.name)" }
    let rest = rules.dropFirst(most).reduce(0) { $0 + $1.count }
    let words = named + (rest > 0 ? ["\(rest) of other rules"] : [])
    return "\(others.count) more: " + words.joined(separator: ", ") + "\n"
  }

  /// How many findings of each rule are not shown.
  package var jsonValue: JSONValue {
    .object(otherRules.map { JSONValue.Member(name: $0.name, value: .integer(Int64($0.count))) })
  }
}

extension CheckedFile {
  fileprivate func showing(_ indices: [Int]) -> CheckedFile {
    guard case .read(let source, let diagnostics) = outcome else { return self }
    return CheckedFile(source, indices.map { diagnostics[$0] }, fixed: fixed, revision: revision)
  }
}
