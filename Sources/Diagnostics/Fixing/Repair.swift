package import Basics

/// A text after the safe repairs of what was found in it.
package struct Repair: Sendable {
  package private(set) var source: SourceText
  /// How many findings were repaired.
  package private(set) var fixed = 0
  /// A repair that would have made the text unreadable; the text is as it was before.
  package private(set) var refused: Diagnostic?

  /// One repair can uncover another; what needs more rounds than this goes in circles.
  private static let mostRounds = 10

  /// `check` gives the findings of a text that may be repaired.
  package init<Failure: Error>(
    of source: SourceText, check: (SourceText) throws(Failure) -> [Diagnostic]
  ) throws(Failure) {
    self.source = source
    var findings = try check(source)
    for _ in 0..<Self.mostRounds {
      let step = SafeEdits(findings)
      guard !step.edits.isEmpty, let bytes = self.source.bytes(applying: step.edits) else { return }
      guard bytes != self.source.bytes else { return }
      let next = SourceText(name: source.name, bytes: bytes)
      let found = try check(next)
      if let harm = found.first(where: \.isSyntaxError), !findings.contains(where: \.isSyntaxError) {
        refused = harm
        return
      }
      self.source = next
      fixed += step.findings
      findings = found
    }
  }
}

extension Diagnostic {
  fileprivate var isSyntaxError: Bool { id == .yamlSyntax }
}
