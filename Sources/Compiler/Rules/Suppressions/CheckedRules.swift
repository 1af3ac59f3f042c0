import Diagnostics

/// Which rules have looked at all that they look at: only of those can a comment be called unused.
struct CheckedRules {
  private let scope: Scope

  private enum Scope {
    case all
    /// Media have not been looked at, and what depends on them is open.
    case text
    /// Behind an error others may hide.
    case none
  }

  init(_ diagnostics: [Diagnostic]) {
    if diagnostics.hasErrors {
      scope = .none
    } else {
      scope = diagnostics.contains { $0.id == .mediaNotChecked } ? .text : .all
    }
  }

  func contains(_ id: DiagnosticID) -> Bool {
    switch scope {
    case .all: !Self.dependOnTheRun.contains(id)
    case .text: Self.needTextAlone.contains(id)
    case .none: false
    }
  }

  /// What another run of the same script may find: without media, or once other comments are mended.
  private static let dependOnTheRun: Set<DiagnosticID> = [
    .mediaNotChecked, .unknownSuppression, .unusedSuppression,
  ]

  private static let needTextAlone = Rules.withScriptChecks
    .union([.invisibleCharacter, .unusedVariable])
}
