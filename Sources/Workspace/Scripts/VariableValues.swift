import Basics
import Compiler
import Diagnostics
import EditScript
import Processes
import YAMLTree

/// The values that a caller gives to a script's variables.
package struct VariableRequest: Sendable {
  /// By name; they override those of the file.
  package let settings: [String: String]
  /// A file of values; nil without one.
  package let file: String?
  /// The selected rows of its table; empty for all.
  package let rows: Set<Int>
  /// Whether a variable without a value has that of its `example`: false where the film is rendered or planned.
  package let allowsExamples: Bool

  package init(
    settings: [String: String] = [:], file: String? = nil, rows: Set<Int> = [], allowsExamples: Bool = true
  ) {
    self.settings = settings
    self.file = file
    self.rows = rows
    self.allowsExamples = allowsExamples
  }

  package var isEmpty: Bool { settings.isEmpty && file == nil }
}

extension VariableRequest {
  /// Reads the file of values; nil if none is named.
  fileprivate func readFile(_ texts: any TextSource) throws(WorkspaceError) -> VariableFile? {
    guard let file, let format = VariableFormat(path: file) else { return nil }
    do throws(FileError) {
      let bytes = try texts.bytes(ofFileAt: file, limit: ScriptFile.mostBytes)
      return VariableFile.read(SourceText(name: file, bytes: bytes), as: format)
    } catch { throw .file(error) }
  }

  /// The selected sets of a file.
  fileprivate func chosen(from file: VariableFile) throws(WorkspaceError) -> [VariableSet] {
    guard !rows.isEmpty else { return file.sets }
    let chosen = file.sets.filter { rows.contains($0.number) }
    // An unreadable row has its own finding.
    if file.diagnostics.isEmpty, let missing = rows.subtracting(chosen.map(\.number)).min() {
      throw .noRow(missing, file: file.source.name, rowCount: file.sets.count)
    }
    return chosen
  }
}

/// The sets of values that a script is compiled with.
struct ScriptValues {
  let sets: [(number: Int?, given: GivenVariables)]
  private let file: VariableFile?
  private let chosen: [VariableSet]
  private let fileFindings: [Diagnostic]

  init(
    _ request: VariableRequest, for parse: YAMLParse, of script: SourceText, texts: any TextSource
  ) throws(WorkspaceError) {
    file = try request.readFile(texts)
    guard let file else {
      sets = [(nil, GivenVariables(request.settings, allowsExamples: request.allowsExamples))]
      chosen = []
      fileFindings = []
      return
    }
    let declarations = EditScript.read(parse.tree, in: script).script.variables
    chosen = try request.chosen(from: file)
    let checked = file.checked(chosen, against: declarations, in: script)
    fileFindings = (file.diagnostics + checked.diagnostics).sortedAndUnique()
    if chosen.isEmpty {
      // No values can be given, but the rest of the script is still checked.
      let unread = GivenVariables(refused: Set(declarations.map(\.name.value)))
      sets = [(nil, unread.overridden(by: request.settings))]
    } else {
      let isTable = VariableFormat(path: file.source.name) == .csv
      sets = zip(chosen, checked.given).map { set, given in
        var given = given.overridden(by: request.settings)
        given.allowsExamples = request.allowsExamples
        return (isTable ? set.number : nil, given)
      }
    }
  }

  /// Mistakes in the file, and in the combination of its rows.
  func findings(with rows: [CompiledScript.Row]) -> [(source: SourceText, diagnostics: [Diagnostic])] {
    guard let file else { return [] }
    let filled = zip(chosen, rows).map { set, row in
      var script = row.compilation.script
      // Deselected outputs produce no films.
      let made = Set(row.compilation.films.compactMap { $0.output?.range })
      script.outputs = script.outputs.filter { made.contains($0.range) }
      return FilledScript(set, script: script)
    }
    return [(file.source, fileFindings + Rules.check(filled))]
  }

  /// Mistakes in the script, merged over all rows.
  func merged(_ rows: [CompiledScript.Row]) -> [Diagnostic] {
    mergedFindings(rows.map { ($0.number, $0.compilation.diagnostics) }, table: file?.source.name ?? "")
  }
}
