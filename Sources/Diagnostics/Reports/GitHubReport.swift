import Basics

/// Findings as workflow commands, which GitHub shows next to the lines of a change.
///
/// GitHub shows only the first ten errors and the first ten warnings of a step, so the worst come first.
package struct GitHubReport: Sendable {
  package let paths: ReportPaths

  package init(paths: ReportPaths) {
    self.paths = paths
  }

  /// One line for each finding, and for each unreadable file.
  package func text(for files: [CheckedFile]) -> String {
    let lines = files.flatMap { file -> [(rank: Severity, line: String)] in
      switch file.outcome {
      case .read(let source, let diagnostics):
        return diagnostics.map { ($0.severity, command(for: $0, in: source)) }
      case .unreadable(let reason):
        let properties = [("file", path(of: file.name)), ("title", "Cannot be read")]
        return [(.error, command("error", properties: properties, VisibleText.line(reason)))]
      }
    }
    return [Severity.error, .warning, .note]
      .flatMap { rank in lines.filter { $0.rank == rank }.map { $0.line + "\n" } }
      .joined()
  }

  private func command(for diagnostic: Diagnostic, in source: SourceText) -> String {
    var properties = [("file", path(of: source.name))]
    var place = VisibleText.line(source.name)
    if let range = diagnostic.range {
      let (start, end) = (source.place(at: range.start), source.place(at: range.end))
      place += ":\(start.line):\(start.column)"
      properties += [("line", "\(start.line)"), ("endLine", "\(end.line)")]
      // Columns are supported only within one line.
      if start.line == end.line {
        properties += [("col", "\(start.column)"), ("endColumn", "\(end.column)")]
      }
    }
    properties.append(("title", diagnostic.id.title))
    let headline = "\(place): \(VisibleText.line(diagnostic.message)) [\(diagnostic.id.name)]"
    let hint = diagnostic.hint.map { "\nhint: \(VisibleText.line($0))" } ?? ""
    let fixes = diagnostic.fixes.map { "\nfix: \(VisibleText.line($0.title))" }.joined()
    return command(diagnostic.severity.workflowCommand, properties: properties, headline + hint + fixes)
  }

  private func path(of name: String) -> String { paths.relative(name) ?? paths.absolute(name) }

  private func command(_ name: String, properties: [(String, String)], _ message: String) -> String {
    let list = properties.map { "\($0)=\(escapedProperty($1))" }.joined(separator: ",")
    return "::\(name) \(list)::\(escaped(message))"
  }

  private func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: String(scalar)
      }
    }.joined()
  }

  private func escapedProperty(_ text: String) -> String {
    escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}

extension Severity {
  fileprivate var workflowCommand: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }
}
