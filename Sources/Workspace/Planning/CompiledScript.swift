package import Basics
package import Compiler
package import Composition
package import Diagnostics
import EditScript
package import Lowering
import Processes
import YAMLTree

/// A script compiled with its media, once for each set of variable values.
package struct CompiledScript {
  package let file: ScriptFile
  /// A single row without a number if there is no table.
  package let rows: [Row]
  /// The media of the script.
  package let media: ScriptMedia
  let encoders: EncoderList
  /// The scripts under `use`.
  let used: UsedScripts
  /// The findings by file: in the file of values, if there is one, and in the script.
  package let findings: [(source: SourceText, diagnostics: [Diagnostic])]

  /// The script compiled with one set of values.
  package struct Row: Sendable {
    /// The row of the table of values; nil without one.
    package let number: Int?
    package let compilation: Compilation
    /// The film of each output, as far as it could be resolved despite mistakes.
    package let films: [LoweredFilm]
    let filters: FilterCatalogue
  }

  package var hasErrors: Bool { findings.contains { $0.diagnostics.hasErrors } }

  /// Why subtitles cannot be drawn here; nil if they can, or if there are none.
  package var subtitleFontFailure: SubtitleFontFailure? {
    rows.lazy.compactMap(\.compilation.media.subtitleFontFailure).first
  }

  init(
    _ version: ScriptVersion, in workspace: Workspace, values request: VariableRequest, media use: MediaUse,
    only choice: OutputChoice, namesOutput: Bool, redirect: ([Output]) -> [Output]
  ) throws(WorkspaceError) {
    let file = version.file
    self.file = file
    let source = file.source
    let parse = YAMLTree.parse(source)
    let values = try ScriptValues(request, for: parse, of: source, texts: workspace.texts)
    var media = try ScriptMedia(of: version, in: workspace, use: use)
    let encoders = media.libraries.encoders
    let used = try media.usedScripts(of: parse.tree)
    var rows: [Row] = []
    for set in values.sets {
      let whole = ParsedScript(parse, of: source, variables: set.given, used: used)
      let chosen = try choice.outputs(of: whole, isReadable: !parse.diagnostics.hasErrors)
      let parsed = chosen.map(whole.choosing) ?? whole
      let outputs = redirect(chosen ?? whole.script.outputs)
      var lowered = LoweredOutputs(
        parsed, outputs: outputs, media: try media.table(for: parsed.script, outputs))
      if !namesOutput { lowered.refuse(media.refused(lowered.writtenFiles)) }
      var filters = FilterCatalogue(ofThisMachine: lowered.filterNames)
      try filters.carryOut(lowered.wantedTrials(filters), asking: workspace.inspector)
      rows.append(
        Row(
          number: set.number, compilation: lowered.checked(encoders: encoders, filters: filters),
          films: lowered.films, filters: filters))
    }
    self.rows = rows
    self.encoders = encoders
    self.used = used
    self.media = media
    let found = values.merged(rows)
    // The files of a package stay as they were fetched.
    let isFixed = !found.contains { !$0.fixes.isEmpty } || version.isInGit || !file.isOfPackage
    findings = values.findings(with: rows) + [(source, isFixed ? found : found.map(\.withoutFixes))]
  }
}

extension Diagnostic {
  fileprivate var withoutFixes: Diagnostic {
    Diagnostic(id, severity: severity, message, at: range, notes: notes, hint: hint)
  }
}

extension CompiledScript {
  /// The lock for the present media and packages, and the named files that are missing.
  package func lock() throws(WorkspaceError) -> (lock: LockFile, leftOut: [String]) {
    var lock = LockFile()
    var leftOut: [String] = []
    for package in media.packages {
      guard let digest = package.digest else { continue }
      lock.packages[package.name] = LockedPackage(
        digest: digest, origin: package.origin.text, commit: package.commit)
    }
    for file in media.table.states.keys.sorted() {
      guard case .known(let facts, let path) = media.table.states[file] else {
        leftOut.append(file)
        continue
      }
      lock.entries[file] = LockEntry(
        digest: try media.digests.digest(ofFileAt: path, spelling: file), facts: facts)
    }
    return (lock, leftOut)
  }
}
