import Basics
import Diagnostics
import EditScript
import YAMLTree

/// A script read from its text, and the text again for looking up places.
struct ReadText {
  let source: SourceText
  let script: EditScript
  let diagnostics: [Diagnostic]

  /// Ids with the guilty text: `unknown-key fps`.
  var findings: [String] {
    diagnostics.map { "\($0.id.name) \($0.range.map { source[$0] } ?? "-")" }
  }

  /// The text after every safe fix.
  var fixed: String? {
    source.applying(diagnostics.flatMap(\.fixes).filter(\.isSafe).flatMap(\.edits))
  }
}

func read(_ text: String, variables: [String: String] = [:]) -> ReadText {
  let source = SourceText(name: "test.edit", text)
  let parse = YAMLTree.parse(source)
  let reading = EditScript.read(parse.tree, in: source, variables: GivenVariables(variables))
  return ReadText(
    source: source, script: reading.script, diagnostics: parse.diagnostics + reading.diagnostics)
}
