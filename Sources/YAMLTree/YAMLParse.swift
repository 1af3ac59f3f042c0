package import Basics
package import Diagnostics

/// The tree of a text, as far as it could be read, and the findings.
package struct YAMLParse: Sendable {
  /// After a syntax error: everything before it.
  package let tree: YAMLTree
  /// In the order of the text.
  package let diagnostics: [Diagnostic]
}

extension YAMLTree {
  /// Reads a text as one document of the strict subset of YAML for scripts.
  ///
  /// Only a syntax error or an exceeded limit stops reading early.
  package static func parse(_ source: SourceText, limits: YAMLLimits = .standard) -> YAMLParse {
    var findings = LimitedFindings(limit: limits.findings)
    guard let text = ReadableText(source, limits: limits, findings: &findings) else {
      return YAMLParse(tree: YAMLTree(root: nil, comments: []), diagnostics: findings.inOrder())
    }
    guard let events = EventReader(text) else {
      findings.add(Diagnostic(.yamlSyntax, "not enough memory to read this file", at: nil))
      return YAMLParse(tree: YAMLTree(root: nil, comments: []), diagnostics: findings.inOrder())
    }
    var builder = TreeBuilder(source, limits: limits, findings: findings)
    reading: while true {
      switch events.next() {
      case .success(let event):
        guard builder.take(event) else { break reading }
      case .failure(let problem):
        builder.take(problem)
        break reading
      }
    }
    return builder.finish()
  }
}
