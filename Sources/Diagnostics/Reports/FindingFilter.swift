/// The findings selected by `--rule` and `--skip-rule`.
package struct FindingFilter: Sendable {
  /// Nil for all rules.
  package let only: Set<DiagnosticID>?
  package let skipped: Set<DiagnosticID>

  package init(only: [DiagnosticID] = [], skipped: [DiagnosticID] = []) {
    self.only = only.isEmpty ? nil : Set(only)
    self.skipped = Set(skipped)
  }

  /// No other rule can check an unreadable text, so these are always reported.
  private static let unreadable: Set<DiagnosticID> = [.yamlSyntax, .unsupportedYAML, .tooDeep, .tooLarge]

  package func shows(_ diagnostic: Diagnostic) -> Bool {
    let id = diagnostic.id
    if Self.unreadable.contains(id) { return true }
    if skipped.contains(id) { return false }
    // A check that was not run has not passed.
    return only.map { $0.contains(id) || id == .mediaNotChecked } ?? true
  }

  package func shown(of diagnostics: [Diagnostic]) -> [Diagnostic] { diagnostics.filter(shows) }
}
