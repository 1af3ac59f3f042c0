package import Basics
import Diagnostics
import EditScript
package import Lowering
import YAMLTree

/// The text of a script that others play: it is parsed once, and read once for each call, with the values of the call.
package struct PlayedText: Sendable {
  private let source: SourceText
  private let parse: YAMLParse
  /// Whether messages may quote the text.
  private let isQuoted: Bool
  /// Without values, as a call that passes none plays it.
  private let plain: ScriptReading

  package init(_ source: SourceText, isQuoted: Bool = true) {
    self.source = source
    self.isQuoted = isQuoted
    parse = YAMLTree.parse(source)
    plain = EditScript.read(parse.tree, in: source, variables: GivenVariables(allowsExamples: false))
  }

  /// The script as this call plays it, with paths relative to the outermost script.
  package func played(by call: ScriptCall) -> NestedScript {
    let variables = plain.script.variables
    let given = GivenVariables(passedBy: call, to: variables)
    let reading =
      given == GivenVariables(allowsExamples: false)
      ? plain : EditScript.read(parse.tree, in: source, variables: given)
    let text = CalledText(source, variables: variables, uses: reading.uses)
    let findings = parse.diagnostics + reading.diagnostics + Rules.check(reading.script, in: source)
    if let first = findings.sortedAndUnique().first(where: { $0.severity == .error }) {
      let line = first.range.map { "line \(source.place(at: $0.start).line): " } ?? ""
      return .failed(
        reason: line + (isQuoted ? first.message : "this is not valid in a script"), text, at: first.range)
    }
    let folder = call.path.lastIndex(of: "/").map { String(call.path[...$0]) } ?? ""
    return .script(reading.script.relocated(into: folder, calledBy: call, text), text)
  }
}
