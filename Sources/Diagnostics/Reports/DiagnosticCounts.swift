package import Basics

/// The number of findings of each severity.
package struct DiagnosticCounts: Hashable, Sendable {
  package let errors: Int
  package let warnings: Int
  package let notes: Int

  package init(_ diagnostics: [Diagnostic]) {
    func count(_ severity: Severity) -> Int { diagnostics.count { $0.severity == severity } }
    errors = count(.error)
    warnings = count(.warning)
    notes = count(.note)
  }

  /// `3 errors, 1 warning`; severities without findings are omitted. `no findings` if there are none.
  package var summary: String {
    let parts = [
      counted(errors, "error", "errors"), counted(warnings, "warning", "warnings"),
      counted(notes, "note", "notes"),
    ].compactMap(\.self)
    return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
  }

  /// The last line of a report that shows findings from a severity on: `1 error, 3 notes; -v shows the
  /// notes`. `way` explains how to see the others, such as "-v shows"; `place` is where they were found, such
  /// as " in 2 files".
  package func summary(in place: String = "", shownFrom least: Severity, _ way: String) -> String {
    let hidden = (least > .note ? notes : 0) + (least > .warning ? warnings : 0)
    guard hidden > 0 else { return summary + place }
    let all = errors + warnings + notes
    let others =
      hidden == all
      ? hidden == 1 ? "it" : "them"
      : hidden == notes ? hidden == 1 ? "the note" : "the notes" : hidden == 1 ? "the other" : "the others"
    return "\(summary)\(place); \(way) \(others)"
  }

  package var jsonValue: JSONValue {
    .members([
      "errors": .integer(Int64(errors)), "warnings": .integer(Int64(warnings)),
      "notes": .integer(Int64(notes)),
    ])
  }

  private func counted(_ count: Int, _ one: String, _ many: String) -> String? {
    count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
  }
}
