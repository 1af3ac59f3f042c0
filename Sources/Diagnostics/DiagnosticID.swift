/// A kind of finding: its stable name and everything that is published about it.
///
/// Each is declared once, as a static value in its own file: in `Findings` if reading or resolving a script
/// reports it, next to its check in `Rules` if a check does. Reports, `editc explain`, `docs/rules` and the
/// severity of a finding use this declaration. `Rules.all` lists all of them.
///
/// A name never changes its meaning, because people suppress it and search for it.
package struct DiagnosticID: Hashable, Sendable {
  private let declaration: Declaration

  /// - Parameters:
  ///   - name: Words in lower case with hyphens.
  ///   - severity: The default severity of a finding.
  ///   - title: The problem in three to six words.
  ///   - explanation: The meaning of the finding, why it matters and what to do, in two to five sentences.
  ///   - needsMedia: Whether the check requires the media. Without them it is not run, and never passes.
  ///   - formerly: Names in earlier versions that this kind of finding replaces, at least in part.
  ///   - examples: Wrong scripts with their messages, and right ones: the page and the tests of the finding.
  package init(
    _ name: String, _ severity: Severity, _ title: String, explanation: String, needsMedia: Bool,
    formerly: [String] = [], examples: [RuleExample]
  ) {
    declaration = Declaration(
      name: name, severity: severity, title: title, explanation: explanation, needsMedia: needsMedia,
      formerNames: formerly, examples: examples)
  }

  package var name: String { declaration.name }
  package var severity: Severity { declaration.severity }
  package var title: String { declaration.title }
  package var explanation: String { declaration.explanation }
  package var needsMedia: Bool { declaration.needsMedia }
  package var formerNames: [String] { declaration.formerNames }
  package var examples: [RuleExample] { declaration.examples }

  package static func == (a: DiagnosticID, b: DiagnosticID) -> Bool {
    a.declaration === b.declaration || a.name == b.name
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension DiagnosticID: CustomStringConvertible {
  package var description: String { name }
}

/// Shared, so that a finding contains only one reference.
private final class Declaration: Sendable {
  let name: String
  let severity: Severity
  let title: String
  let explanation: String
  let needsMedia: Bool
  let formerNames: [String]
  let examples: [RuleExample]

  init(
    name: String, severity: Severity, title: String, explanation: String, needsMedia: Bool,
    formerNames: [String], examples: [RuleExample]
  ) {
    self.name = name
    self.severity = severity
    self.title = title
    self.explanation = explanation
    self.needsMedia = needsMedia
    self.formerNames = formerNames
    self.examples = examples
  }
}
