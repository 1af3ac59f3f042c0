package import Basics

/// One file in a report.
package struct CheckedFile: Sendable {
  /// The name that the user gave: a path, or `<stdin>`.
  package let name: String
  package let outcome: Outcome
  /// The number of findings that were repaired first; nil if repairs were not requested.
  package let fixed: Int?
  /// The SHA-256 of the file, for programs that repair what they were told about; nil for other files.
  package let revision: String?

  package enum Outcome: Sendable {
    case read(SourceText, [Diagnostic])
    /// A sentence: "cannot read gone.edit: No such file or directory".
    case unreadable(reason: String)
  }

  package init(
    _ source: SourceText, _ diagnostics: [Diagnostic], fixed: Int? = nil, revision: String? = nil
  ) {
    name = source.name
    outcome = .read(source, diagnostics)
    self.fixed = fixed
    self.revision = revision
  }

  package init(unreadable name: String, reason: String) {
    self.name = name
    outcome = .unreadable(reason: reason)
    fixed = nil
    revision = nil
  }

  package var diagnostics: [Diagnostic] {
    if case .read(_, let diagnostics) = outcome { diagnostics } else { [] }
  }
}
