package import Basics
package import Diagnostics
package import YAMLTree

/// The text of a script as it is now, read as far as it can be.
///
/// Everything an editor asks is answered from it and from what is known of a film (`FilmKnowledge`), which may have been
/// made from an earlier text.
package struct ScriptText: Sendable {
  package let source: SourceText
  package let tree: YAMLTree
  /// Mistakes of YAML.
  package let findings: [Diagnostic]
  /// What is named in it, and where.
  package let names: NameIndex

  package init(_ source: SourceText) {
    let parse = YAMLTree.parse(source)
    self.source = source
    tree = parse.tree
    findings = parse.diagnostics
    names = NameIndex(of: parse.tree, in: source)
  }

  /// Whether it is YAML from its start to its end.
  package var isWhole: Bool { !findings.hasErrors }
}
