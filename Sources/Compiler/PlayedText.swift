package import Basics
import Diagnostics
package import EditScript
package import Lowering
package import YAMLTree

/// The text of a script that others play: it is parsed once, and read once for each call, with the values of the call.
package struct PlayedText: Sendable {
  private let source: SourceText
  private let parse: YAMLParse
  /// Whether messages may quote the text.
  private let isQuoted: Bool
  /// The scripts under its `use`.
  private let used: UsedScripts
  /// Without values, as a call that passes none plays it.
  private let plain: ScriptReading

  /// The text of a script that uses no others.
  package init(_ source: SourceText) {
    self.init(source) { _ in UsedScripts() }
  }

  /// `used` returns the scripts under `use` of the text.
  package init<Failure>(
    _ source: SourceText, isQuoted: Bool = true, used: (YAMLTree) throws(Failure) -> UsedScripts
  ) throws(Failure) {
    self.source = source
    self.isQuoted = isQuoted
    parse = YAMLTree.parse(source)
    self.used = try used(parse.tree)
    plain = EditScript.read(
      parse.tree, in: source, variables: GivenVariables(allowsExamples: false), used: self.used)
  }

  /// The script as this call plays it, with paths relative to the outermost script. `isInside` tells whether a file is
  /// in the folder that must contain it.
  package func played(
    by call: ScriptCall, isInside: (ConfinedFile) -> Bool = { _ in true }
  ) -> NestedScript {
    let (reading, text) = reading(for: call)
    if let mistake = mistake(in: reading) {
      return .failed(reason: mistake.reason, text, at: mistake.place)
    }
    let folder = call.path.lastIndex(of: "/").map { String(call.path[...$0]) } ?? ""
    let (script, confined) = reading.script.relocated(into: folder, calledBy: call, text)
    if let outside = confined.first(where: { !isInside($0) }) {
      return .leavesFolder(file: outside.file, text)
    }
    guard let sequence = call.sequence else { return .script(script, text) }
    if let variable = requiredVariable(in: sequence, of: reading) {
      return .failed(
        reason: "the sequence '\(sequence)' depends on `\(variable)`, which has no default", text)
    }
    return .script(script.playing(sequence: sequence), text)
  }

  /// What the script offers to one that uses it. `isInside` tells whether a file, relative to this script, is in the
  /// script's folder.
  package func offered(isInside: (Located<String>) -> Bool) -> UsedScript {
    let (reading, text) = reading(for: ScriptCall(source.name))
    if let mistake = mistake(in: reading) { return .failed(reason: mistake.reason) }
    let names = OfferedNames(reading)
    let (_, confined) = reading.script.relocated(
      into: "", calledBy: ScriptCall(source.name, UsedPart(root: "")), text)
    let files = confined.map(\.file) + names.files
    if let outside = files.first(where: { !isInside($0) }) {
      return .leavesFolder(file: outside.value, at: source.place(at: outside.range.start))
    }
    return .offers(names)
  }

  /// A variable without a value on which a sequence depends; nil if there is none.
  private func requiredVariable(in sequence: String, of reading: ScriptReading) -> String? {
    let items = reading.script.sequences.first { $0.name.value == sequence }?.items ?? []
    let required = Set(plain.script.variables.filter(\.isRequired).map(\.name.value))
    let used = reading.uses.filter { range, _ in
      items.contains { $0.range.start <= range.start && range.end <= $0.range.end }
    }
    return used.reduce(into: Set<String>()) { $0.formUnion($1.value.names) }.intersection(required).min()
  }

  private func reading(for call: ScriptCall) -> (ScriptReading, CalledText) {
    let variables = plain.script.variables
    let given = GivenVariables(passedBy: call, to: variables)
    let reading =
      given == GivenVariables(allowsExamples: false)
      ? plain : EditScript.read(parse.tree, in: source, variables: given, used: used)
    return (reading, CalledText(source, variables: variables, uses: reading.uses))
  }

  /// The first mistake in the text, in words, and its place.
  private func mistake(in reading: ScriptReading) -> (reason: String, place: SourceRange?)? {
    let findings = parse.diagnostics + reading.diagnostics + Rules.check(reading.script, in: source)
    guard let first = findings.sortedAndUnique().first(where: { $0.severity == .error }) else { return nil }
    let line = first.range.map { "line \(source.place(at: $0.start).line): " } ?? ""
    return (line + (isQuoted ? first.message : "this is not valid in a script"), first.range)
  }
}
