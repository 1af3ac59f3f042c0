package import Basics
package import Diagnostics
package import EditScript
import YAMLTree

/// A script in its usual form.
package struct FormattedScript: Sendable {
  package let text: String
  /// What changed; nothing where the script was in its usual form.
  package let edits: [TextEdit]
}

/// Why a script is left as it is.
package enum FormattingProblem: Error, Sendable {
  /// It cannot be read as YAML, or not as it was meant because a value is cut at a comma: the errors say where.
  case notYAML([Diagnostic])
  /// Formatted, it would be another script, which is a mistake of the formatter; the text says what would change.
  case wouldChange(String)
}

/// Whether a script says the same after some of the edits that format it.
package func meansTheSame(_ source: SourceText, after edits: [TextEdit]) -> Bool {
  guard let text = source.applying(edits) else { return false }
  return difference(YAMLTree.parse(source).tree, source, SourceText(name: source.name, text)) == nil
}

/// Brings a script or settings into the usual form, and makes sure that the text still says the same.
package func format(
  _ source: SourceText, as kind: DocumentKind = .script
) throws(FormattingProblem) -> FormattedScript {
  let parse = YAMLTree.parse(source)
  let errors = parse.diagnostics.filter { $0.severity == .error }
  guard errors.isEmpty else { throw .notYAML(errors) }
  // The order of keys would take the pieces of a value apart.
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
