package import Basics
package import EditScript
package import YAMLTree

/// The smallest edits that format a script, in the order of the text; empty if it is formatted.
///
/// `grammar/README.md` defines the format. The tree must be the source's own, parsed without errors.
package func formattingEdits(
  of source: SourceText, tree: YAMLTree, as kind: DocumentKind = .script
) -> [TextEdit] {
  var printer = ScriptPrinter(source, comments: tree.comments)
  printer.print(tree.root, expecting: kind.expectation)
  return edits(from: source, to: printer.text)
}
