package import Basics

/// A text after the safe repairs of its findings.
package struct Repair: Sendable {
  package private(set) var source: SourceText
  /// The number of repaired findings.
  package private(set) var fixed = 0
  /// The syntax error that a repair would have caused; the text does not include this repair.
  package private(set) var refused: Diagnostic?

  /// One repair can uncover another; repairs that need more rounds than this go in circles.
  private static let mostRounds = 10

  /// - Parameter check: Returns the findings of a text that may be repaired.
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

  /// Applies the first fix of each of these findings; nil if two of them conflict.
  ///
  /// - Parameter check: Returns the findings of a text.
  package init?<Failure: Error>(
    of source: SourceText, fixing chosen: [Diagnostic], check: (SourceText) throws(Failure) -> [Diagnostic]
  ) throws(Failure) {
    self.source = source
    guard let step = SafeEdits(fixing: chosen), let bytes = source.bytes(applying: step.edits) else {
      return nil
    }
    let next = SourceText(name: source.name, bytes: bytes)
    let wasReadable = try !check(source).contains(where: \.isSyntaxError)
    if wasReadable, let harm = try check(next).first(where: \.isSyntaxError) {
      refused = harm
    } else {
      self.source = next
      fixed = step.findings
    }
  }
}

extension Diagnostic {
  fileprivate var isSyntaxError: Bool { id == .yamlSyntax }
}
