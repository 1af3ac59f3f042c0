package import Basics

/// Findings as JSON for programs.
///
/// Member names are stable. `line`, `column`, `endLine` and `endColumn` count from 1, columns in code points;
/// `startByte` and `endByte` count from 0 in the UTF-8 text without its byte-order mark. Ends are exclusive.
/// A finding without a place has none of the six.
package struct JSONReport: Sendable {
  package init() {}

  package func value(for diagnostics: [Diagnostic], in source: SourceText) -> JSONValue {
    .members([
      "file": .string(source.name),
      "diagnostics": .array(diagnostics.map { value(for: $0, in: source) }),
      "summary": DiagnosticCounts(diagnostics).jsonValue,
    ])
  }

  /// Several files as one document.
  ///
  /// - Parameter limit: The findings that it has; nil for all.
  package func value(for files: [CheckedFile], limit: ReportLimit? = nil) -> JSONValue {
    let listed = JSONValue.array((limit?.files ?? files).map(value))
    let counts = DiagnosticCounts(files.flatMap(\.diagnostics)).jsonValue
    return .membersPresent(["files": listed, "summary": counts, "more": limit?.jsonValue])
  }

  private func value(for file: CheckedFile) -> JSONValue {
    switch file.outcome {
    case .unreadable(let reason): return .members(["file": .string(file.name), "error": .string(reason)])
    case .read(let source, let diagnostics):
      let report = value(for: diagnostics, in: source)
      guard case .object(let members) = report else { return report }
      let revision = file.revision.map { member("revision", .string($0)) }
      let fixed = file.fixed.map { member("fixed", .integer(Int64($0))) }
      return .object(members + [revision, fixed].compactMap(\.self))
    }
  }

  /// One finding.
  package func value(for diagnostic: Diagnostic, in source: SourceText) -> JSONValue {
    let head: [JSONValue.Member] = [
      member("id", .string(diagnostic.id.name)),
      member("severity", .string(diagnostic.severity.rawValue)),
      member("title", .string(diagnostic.id.title)),
      member("message", .string(diagnostic.message)),
    ]
    let notes = diagnostic.notes.map { note in
      JSONValue.object([member("message", .string(note.message))] + place(of: note.range, in: source))
    }
    let fixes = diagnostic.fixes.map { value(for: $0, in: source) }
    let hint = diagnostic.hint.map { [member("hint", .string($0))] } ?? []
    let tail = hint + [member("notes", .array(notes)), member("fixes", .array(fixes))]
    return .object(head + place(of: diagnostic.range, in: source) + tail)
  }

  private func value(for fix: Diagnostic.Fix, in source: SourceText) -> JSONValue {
    let edits = fix.edits.map { edit in
      JSONValue.object(
        place(of: edit.range, in: source) + [member("replacement", .string(edit.replacement))])
    }
    return .members(["title": .string(fix.title), "isSafe": .bool(fix.isSafe), "edits": .array(edits)])
  }

  private func place(of range: SourceRange?, in source: SourceText) -> [JSONValue.Member] {
    guard let range else { return [] }
    let start = source.place(at: range.start)
    let end = source.place(at: range.end)
    let numbers = [
      ("line", start.line), ("column", start.column), ("endLine", end.line), ("endColumn", end.column),
      ("startByte", range.start), ("endByte", range.end),
    ]
    return numbers.map { member($0, .integer(Int64($1))) }
  }

  private func member(_ name: String, _ value: JSONValue) -> JSONValue.Member {
    JSONValue.Member(name: name, value: value)
  }
}
