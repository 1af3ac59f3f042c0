import Basics

/// Findings as a Markdown table, for the page of a workflow run.
package struct MarkdownSummary: Sendable {
  package let paths: ReportPaths
  /// GitHub limits a summary to a megabyte, and nobody reads longer lists.
  private static let mostRows = 200

  package init(paths: ReportPaths) {
    self.paths = paths
  }

  package func text(for files: [CheckedFile]) -> String {
    let findings = files.flatMap(rows)
    let counts = DiagnosticCounts(files.flatMap(\.diagnostics)).summary
    let scripts = files.count == 1 ? "1 file" : "\(files.count) files"
    let heading = "### editc lint: \(counts) in \(scripts)\n\n"
    guard !findings.isEmpty else { return heading }
    let sorted = [Severity.error, .warning, .note].flatMap { rank in
      findings.filter { $0.rank == rank }.map(\.row)
    }
    let table = ["| Place | Severity | Finding |", "| --- | --- | --- |"] + sorted.prefix(Self.mostRows)
    let rest = sorted.count - Self.mostRows
    return heading + table.joined(separator: "\n") + "\n\n" + (rest > 0 ? "... and \(rest) more.\n\n" : "")
  }

  private func rows(for file: CheckedFile) -> [(rank: Severity, row: String)] {
    let path = paths.relative(file.name) ?? file.name
    switch file.outcome {
    case .unreadable(let reason):
      return [(.error, "| \(escaped(path)) | error | \(escaped(reason)) |")]
    case .read(let source, let diagnostics):
      return diagnostics.map { diagnostic in
        let place = diagnostic.range.map { source.place(at: $0.start) }
        let name = escaped(path) + (place.map { ":\($0.line):\($0.column)" } ?? "")
        let hint = diagnostic.hint.map { "; " + $0 } ?? ""
        let finding = "\(escaped(diagnostic.message + hint)) (`\(diagnostic.id.name)`)"
        return (
          diagnostic.severity, "| \(name) | \(diagnostic.severity.rawValue) | \(finding) |"
        )
      }
    }
  }

  /// Escapes text from a script, so that it cannot add links or markup or end the cell.
  private func escaped(_ text: String) -> String {
    VisibleText.line(text).unicodeScalars.map { scalar in
      "\\`*_{}[]<>()#+!|~&@:".unicodeScalars.contains(scalar) ? "&#\(scalar.value);" : String(scalar)
    }.joined()
  }
}
