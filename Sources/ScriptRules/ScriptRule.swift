package import Diagnostics
package import EditScript
package import SourceText

/// One thing to look for in a script that needs nothing but the script.
///
/// A rule is one file: its check, and the examples that are its tests and its page.
package struct ScriptRule: Sendable {
  package let id: DiagnosticID
  package let examples: [RuleExample]
  package let check: @Sendable (EditScript, SourceText) -> [Diagnostic]

  package init(
    _ id: DiagnosticID, examples: [RuleExample],
    check: @escaping @Sendable (EditScript, SourceText) -> [Diagnostic]
  ) {
    self.id = id
    self.examples = examples
    self.check = check
  }
}

/// The registry: every rule, in the order of the catalogue.
package enum ScriptRules {
  package static let all: [ScriptRule] = [
    invisibleCharacters,
    unknownSequence,
    sequenceCycle,
    unusedMedia,
    unusedSequence,
    absolutePath,
    pathOutsideRoot,
    remoteMedia,
    codecNotInContainer,
    outputOverwritesMedia,
    sameOutputTwice,
  ]

  /// What all rules find; `source` is the text that the script was read from.
  package static func check(_ script: EditScript, in source: SourceText) -> [Diagnostic] {
    all.flatMap { $0.check(script, source) }
  }
}
