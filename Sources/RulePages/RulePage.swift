package import Diagnostics

/// What `editc explain` and `docs/rules` show about one kind of finding.
package struct RulePage: Sendable {
  package let id: DiagnosticID
  /// Wrong scripts and right ones; what the wrong ones give is never stored but found out by checking them.
  package let examples: [RuleExample]

  init(_ id: DiagnosticID, examples: [RuleExample]) {
    self.id = id
    self.examples = examples
  }

  package var wrong: [RuleExample] { examples.filter(\.isWrong) }
  package var right: [RuleExample] { examples.filter { !$0.isWrong } }

  /// `error, needs the media`
  var classification: String {
    id.severity.rawValue + (id.needsMedia ? ", needs the media" : ", needs the script alone")
  }

  /// The comment that allows the finding at one place.
  package var suppression: String { "# editc: allow \(id.rawValue)" }
}
