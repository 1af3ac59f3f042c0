package import Basics
package import Diagnostics
package import EditScript
import YAMLTree

/// A formatted script.
package struct FormattedScript: Sendable {
  package let text: String
  /// The changes; empty if the script was formatted.
  package let edits: [TextEdit]
}

/// The reason why a script is left unchanged.
package enum FormattingProblem: Error, Sendable {
  /// It is not valid YAML, or YAML cuts a value at a comma: the errors contain the places.
  case notYAML([Diagnostic])
  /// Formatting would change its meaning, which is a bug of the formatter; the text is the difference.
  case wouldChange(String)
}

/// Whether a script means the same after some of its formatting edits.
package func meansTheSame(_ source: SourceText, after edits: [TextEdit]) -> Bool {
  guard let text = source.applying(edits) else { return false }
  return difference(YAMLTree.parse(source).tree, source, SourceText(name: source.name, text)) == nil
}

/// Formats a script or settings, and verifies that the meaning is unchanged.
package func format(
  _ source: SourceText, as kind: DocumentKind = .script
) throws(FormattingProblem) -> FormattedScript {
  let parse = YAMLTree.parse(source)
  let errors = parse.diagnostics.filter { $0.severity == .error }
  guard errors.isEmpty else { throw .notYAML(errors) }
  // Reordering keys would separate the pieces of a value.
  let cut = meaning(of: parse.tree, in: source, as: kind).diagnostics.filter { $0.id == .unquotedComma }
  guard cut.isEmpty else { throw .notYAML(cut) }
  let edits = formattingEdits(of: source, tree: parse.tree, as: kind)
  guard let text = source.applying(edits) else { throw .wouldChange("the edits overlap") }
  if !edits.isEmpty,
    let difference = difference(parse.tree, source, SourceText(name: source.name, text), as: kind)
  {
    throw .wouldChange(difference)
  }
  return FormattedScript(text: text, edits: edits)
}
