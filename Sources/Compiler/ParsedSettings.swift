package import Basics
package import Diagnostics
package import EditScript
import YAMLTree

/// Settings that were read and checked, without the folders that they name.
package struct ParsedSettings: Sendable {
  package let settings: TeamSettings
  private let source: SourceText
  private let tree: YAMLTree
  private let findings: [Diagnostic]

  package init(_ source: SourceText, of owner: SettingsOwner) {
    let parse = YAMLTree.parse(source)
    self.source = source
    tree = parse.tree
    let reading = TeamSettings.read(parse.tree, in: source, of: owner)
    settings = reading.settings
    findings = parse.diagnostics + reading.diagnostics.withoutConsequences(of: parse.diagnostics)
  }

  /// The findings that no comment allows. `others` are findings about the files and folders that the settings
  /// name.
  package func diagnostics(with others: [Diagnostic] = []) -> [Diagnostic] {
    Suppressions(in: tree, of: source).applied(to: findings + others)
      .sortedAndUnique().limited(to: YAMLLimits.standard.findings)
  }

  package var diagnostics: [Diagnostic] { diagnostics() }
}
