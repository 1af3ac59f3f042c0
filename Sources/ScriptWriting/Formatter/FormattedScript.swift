package import Basics
package import Diagnostics
import EditScript
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

/// Brings a script into its usual form, and makes sure that it still is the same script.
package func format(_ source: SourceText) throws(FormattingProblem) -> FormattedScript {
  let parse = YAMLTree.parse(source)
  let errors = parse.diagnostics.filter { $0.severity == .error }
  guard errors.isEmpty else { throw .notYAML(errors) }
  // The order of keys would take the pieces of a value apart.
  let cut = EditScript.read(parse.tree, in: source).diagnostics.filter { $0.id == .unquotedComma }
  guard cut.isEmpty else { throw .notYAML(cut) }
  let edits = formattingEdits(of: source, tree: parse.tree)
  guard let text = source.applying(edits) else { throw .wouldChange("the edits overlap") }
  if !edits.isEmpty, let difference = difference(parse.tree, source, SourceText(name: source.name, text)) {
    throw .wouldChange(difference)
  }
  return FormattedScript(text: text, edits: edits)
}
