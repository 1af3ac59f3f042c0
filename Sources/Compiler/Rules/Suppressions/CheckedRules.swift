import Diagnostics

/// The rules that were completely checked; only for these can a comment be called unused.
struct CheckedRules {
  private let scope: Scope

  private enum Scope {
    case all
    /// Media were not checked, so rules that depend on them are open.
    case text
    /// An error may hide other findings.
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

  /// Rules that may report something else in another run: without media, or once other comments are fixed.
  private static let dependOnTheRun: Set<DiagnosticID> = [
    .mediaNotChecked, .unknownSuppression, .unusedSuppression,
  ]

  private static let needTextAlone = Rules.withScriptChecks
    .union([.invisibleCharacter, .unusedVariable])
}
