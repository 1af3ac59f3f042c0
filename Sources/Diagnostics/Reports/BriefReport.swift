import Basics

/// Findings for programs that pay for each word: one line each, and a number of bytes that is never exceeded.
///
/// ```
/// holiday.edit revision 3f786850e387550f
/// 3 12:11 E unknown-media: no media is called `beech` | fix: write `beach`
/// ```
///
/// The first number is that of the finding in its file.
package struct BriefReport: Sendable {
  /// How many findings are listed unless it is said otherwise.
  package static let usualLimit = 20
  /// The most bytes of a report.
  package static let mostBytes = 8000
  private static let mostBytesOfLine = 340

  package init() {}

  package func text(for files: [CheckedFile], limit: Int?) -> String {
    var most = limit ?? Self.usualLimit
    var text = self.text(for: files, most: most)
    // Names of files and long messages may leave room for fewer.
    while text.utf8.count > Self.mostBytes, most > 0 {
      most /= 2
      text = self.text(for: files, most: most)
    }
    return text
  }

  private func text(for files: [CheckedFile], most: Int) -> String {
    let limit = ReportLimit(files, most: most)
    var lines: [String] = []
    for (file, shown) in zip(files, limit.shown) {
      switch file.outcome {
      case .unreadable(let reason): lines.append(cut("\(VisibleText.line(reason))"))
      case .read(let source, let diagnostics):
        if shown.isEmpty { continue }
        let revision = file.revision.map { " revision \($0.prefix(16))" } ?? ""
        lines.append(cut(VisibleText.line(source.name)) + revision)
        for index in shown {
          let finding = diagnostics[index]
          let place = finding.range.map { source.place(at: $0.start) }
          let letter = finding.severity.rawValue.prefix(1).uppercased()
          let fix = finding.fixes.first.map { " | \($0.isSafe ? "fix" : "maybe"): \($0.title)" } ?? ""
          let hint = finding.fixes.isEmpty ? finding.hint.map { " | \($0)" } ?? "" : ""
          let words = VisibleText.line("\(finding.id.name): \(finding.message)\(fix)\(hint)")
          lines.append(
            cut("\(index + 1) \(place.map { "\($0.line):\($0.column)" } ?? "-") \(letter) \(words)"))
        }
      }
    }
    // A run over very many files cannot name them all.
    let mostLines = 2 * max(most, 1) + 1
    if lines.count > mostLines {
      lines = lines.prefix(mostLines) + ["and \(lines.count - mostLines) other lines"]
    }
    let counts = DiagnosticCounts(files.flatMap(\.diagnostics)).summary
    return (lines + [counts]).map { $0 + "\n" }.joined() + limit.summary
  }

  private func cut(_ line: String) -> String { line.cut(toBytes: Self.mostBytesOfLine) }
}
