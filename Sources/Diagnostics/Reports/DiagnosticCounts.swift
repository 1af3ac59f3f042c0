package import Basics

/// How many findings of each severity there are.
package struct DiagnosticCounts: Hashable, Sendable {
  package let errors: Int
  package let warnings: Int
  package let information: Int

  package init(_ diagnostics: [Diagnostic]) {
    func count(_ severity: Severity) -> Int { diagnostics.count { $0.severity == severity } }
    errors = count(.error)
    warnings = count(.warning)
    information = count(.information)
  }

  /// `3 errors, 1 warning`; severities without findings are omitted, and `no findings` if there are none.
  package var summary: String {
    let parts = [
      counted(errors, "error", "errors"), counted(warnings, "warning", "warnings"),
      counted(information, "for information", "for information"),
    ].compactMap(\.self)
    return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
  }

  package var jsonValue: JSONValue {
    .members([
      "errors": .integer(Int64(errors)), "warnings": .integer(Int64(warnings)),
      "information": .integer(Int64(information)),
    ])
  }

  private func counted(_ count: Int, _ one: String, _ many: String) -> String? {
    count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
  }
}
