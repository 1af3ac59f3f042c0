/// The findings that `--rule` and `--skip-rule` leave.
package struct FindingFilter: Sendable {
  /// Nil for all rules.
  package let only: Set<DiagnosticID>?
  package let skipped: Set<DiagnosticID>

  package init(only: [DiagnosticID] = [], skipped: [DiagnosticID] = []) {
    self.only = only.isEmpty ? nil : Set(only)
    self.skipped = Set(skipped)
  }

  /// Of a text that cannot be read, no other rule has seen anything: that is always said.
  private static let unreadable: Set<DiagnosticID> = [.yamlSyntax, .unsupportedYAML, .tooDeep, .tooLarge]

  package func shows(_ diagnostic: Diagnostic) -> Bool {
    let id = diagnostic.id
    if Self.unreadable.contains(id) { return true }
    if skipped.contains(id) { return false }
    // What was not checked did not pass.
    return only.map { $0.contains(id) || id == .mediaNotChecked } ?? true
  }

  package func shown(of diagnostics: [Diagnostic]) -> [Diagnostic] { diagnostics.filter(shows) }
}
