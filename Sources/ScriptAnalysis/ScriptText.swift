package import Basics
package import Diagnostics
package import YAMLTree

/// The present text of a script, parsed as far as possible.
///
/// It answers all requests of an editor, together with what is known about a film (`FilmKnowledge`), which
/// may be based on an earlier text.
package struct ScriptText: Sendable {
  package let source: SourceText
  package let tree: YAMLTree
  /// YAML errors.
  package let findings: [Diagnostic]
  /// The names in it, with their places.
  package let names: NameIndex

  package init(_ source: SourceText) {
    let parse = YAMLTree.parse(source)
    self.source = source
    tree = parse.tree
    findings = parse.diagnostics
    names = NameIndex(of: parse.tree, in: source)
  }

  /// Whether all of it is valid YAML.
  package var isWhole: Bool { !findings.hasErrors }
}
