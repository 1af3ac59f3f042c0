import Basics
import Compiler
import ContentDigest
import Diagnostics
import EditScript
import Export
import Processes
import ScriptWriting
import Workspace

/// The options of one call of `editc lint`.
struct LintRequest {
  /// The handling of safe fixes.
  enum Repairs {
    case none
    case write
    /// Printed as a diff on standard output.
    case show
  }

  let scripts: ScriptFiles
  let variables: VariableRequest
  /// The outputs that are checked.
  let outputs: OutputChoice
  let media: MediaUse
  let workspace: Workspace
  let hasRoot: Bool
  let filter: FindingFilter
  /// The lowest severity with which a script fails.
  let denied: Severity
  /// Whether text reports list notes.
  let showsNotes: Bool
  let repairs: Repairs
  /// The numbers of the findings whose fixes are applied; nil for all with a safe one.
  let chosenFixes: [Int]?
  /// The beginning of the SHA-256 that the script must have to be repaired; nil for any.
  let revision: String?
  let reports: [ReportRequest]
  /// The number of findings in each report; nil for the usual one.
  let limit: Int?
}

extension SourceText {
  /// The bytes of the file, with its byte-order mark.
  fileprivate var allBytes: [UInt8] { (hasByteOrderMark ? Self.byteOrderMark : []) + bytes }
}

/// One call of `editc lint`.
struct LintRun {
  private let request: LintRequest
  private var writers: [ReportWriter]
  private var code = ExitCode.done
  /// The number of errors that --rule or --skip-rule hide.
  private var hiddenErrors = 0
  /// Settings that were or will be checked, by their real paths.
  private var knownSettings: Set<String>
  private let taken: TakenNames

  init(_ request: LintRequest) {
    self.request = request
    taken = TakenNames(by: request.scripts.scripts, in: request.workspace)
    // If a script is printed on standard output, reports go to standard error.
    let printsText = request.repairs == .write && request.scripts.paths.contains("-")
    let reports = request.repairs == .show ? [] : request.reports
    knownSettings = Set(
      request.scripts.paths.filter { DocumentKind(ofFileAt: $0) == .settings }
        .compactMap { (try? realPath($0)) ?? nil })
    writers = reports.map {
      ReportWriter(
        $0, showingNotes: request.showsNotes, limit: request.limit,
        to: printsText ? .standardError : .standardOutput)
    }
  }

  mutating func carryOut() throws -> ExitCode {
    for (path, error) in request.scripts.failures { try report(error, at: path) }
    for path in request.scripts.paths {
      let checked: Checked
      do { checked = try check(path) } catch {
        try report(error, at: path)
        continue
      }
      if !checked.printed.isEmpty { try Console.print(bytes: checked.printed) }
      for file in checked.files { try report(file) }
      if request.repairs != .show {
        try checkSettings(ofScriptAt: path)
        try checkBase(ofScriptAt: path)
      }
    }
    if hiddenErrors > 0 {
      let errors = hiddenErrors == 1 ? "1 error is" : "\(hiddenErrors) errors are"
      Console.complain("\(errors) hidden by --rule or --skip-rule")
    }
    return finish()
  }

  /// A failure to write one report does not prevent the others.
  private func finish() -> ExitCode {
    var result = code
    for writer in writers {
      do { try writer.finish(exitCode: code) } catch {
        let failure = CommandFailure(error)
        Console.complain(failure.message)
        result = failure.code
      }
    }
    return result
  }

  private mutating func report(_ error: any Error, at path: String) throws {
    let failure = CommandFailure(error)
    Console.complain(failure.message)
    code = failure.code
    try report(CheckedFile(unreadable: path == "-" ? "<stdin>" : path, reason: failure.message))
  }

  private mutating func report(_ file: CheckedFile) throws {
    for index in writers.indices { try writers[index].add(file) }
  }
}

// MARK: - One script

extension LintRun {
  /// The result of checking one script.
  private struct Checked {
    /// The script, and the other files that it is checked with.
    let files: [CheckedFile]
    /// The output before any report.
    var printed: [UInt8] = []
  }

  private mutating func check(_ path: String) throws -> Checked {
    let file = try request.workspace.script(at: path)
    guard request.repairs != .none else {
      return Checked(files: files(of: try findings(in: file), named: file.source.name))
    }
    if let revision = request.revision, try !ContentDigest.of(file.source.allBytes).hex.hasPrefix(revision) {
      throw CommandFailure(
        .temporaryFailure,
        "\(path) is no longer the script of revision \(revision.prefix(16)); nothing was changed: check it again"
      )
    }
    let repair = try repair(of: file)
    if let harm = repair.refused {
      Console.complain(
        "\(path): not fixed: the fixes would leave invalid YAML (\(harm.message)); "
          + "please report this")
    }
    if repair.fixed > 0, request.repairs == .write, path != "-" {
      try file.write(
        file.bytes(with: repair.source), beneath: request.workspace.root, done: "fixed")
    }
    let files = files(
      of: try findings(in: file.with(repair.source)), named: file.source.name, fixed: repair.fixed)
    report(repair, remaining: files.flatMap(\.diagnostics))
    return Checked(files: files, printed: printed(repair, of: file, at: path))
  }

  private func repair(of file: ScriptFile) throws -> Repair {
    let run = self
    let check = { (source: SourceText) throws -> [Diagnostic] in try run.repairable(in: file.with(source)) }
    guard let chosen = request.chosenFixes else { return try Repair(of: file.source, check: check) }
    let findings = try check(file.source)
    if let number = chosen.first(where: { $0 > findings.count || findings[$0 - 1].fixes.isEmpty }) {
      throw CommandFailure(
        .usage,
        number > findings.count
          ? "there is no finding \(number): \(file.path) has \(findings.count)"
          : "finding \(number) has no fix: \(findings[number - 1].message)")
    }
    guard let repair = try Repair(of: file.source, fixing: chosen.map { findings[$0 - 1] }, check: check)
    else {
      throw CommandFailure(.usage, "these fixes change the same text; apply them one after the other")
    }
    return repair
  }

  /// The SHA-256 of a script, if a report has it.
  private func revision(of source: SourceText) throws -> String? {
    guard request.reports.contains(where: \.format.hasRevision) else { return nil }
    return try ContentDigest.of(source.allBytes).hex
  }

  /// The findings by file: in the script and in the files that it is checked with, or in settings.
  private func findings(
    in file: ScriptFile
  ) throws -> [(source: SourceText, diagnostics: [Diagnostic])] {
    do throws(WorkspaceError) {
      switch file.kind {
      case .script:
        return try request.workspace.compile(
          file, values: request.variables, media: request.media, only: request.outputs
        ) { outputs in
          OutputNumbers().numbered(outputs, root: request.workspace.root) {
            file.path(of: $0.file.value)
          }
        }.findings.map { source, diagnostics in
          guard source.name == file.source.name else { return (source, diagnostics) }
          return (source, taken.removing(from: diagnostics, in: source, at: file.path))
        }
      case .settings: return [(file.source, try SettingsFile(file, root: request.workspace.root).diagnostics)]
      }
    } catch {
      let failure = CommandFailure(error)
      guard case .noOutput(let name, _, _) = error, Rules.id(named: name) != nil else { throw failure }
      throw CommandFailure(failure.code, failure.message + "; `--rule \(name)` reports only that rule")
    }
  }

  /// Checks the settings that come with the script and that its render would use. Mistakes in the user's own
  /// configuration are not the script's.
  private mutating func checkSettings(ofScriptAt path: String) throws {
    // A render with --root does not use them.
    guard DocumentKind(ofFileAt: path) == .script, !request.hasRoot else { return }
    let search: SettingsSearch
    do throws(WorkspaceError) {
      search = try SettingsSearch(from: path == "-" ? "." : folder(of: path), withUser: false)
    } catch {
      return try report(error, at: path)
    }
    for file in search.files where knownSettings.insert(file.folder + "/" + TeamSettings.fileName).inserted {
      for checked in files(of: [(file.source, file.diagnostics)], named: file.name) { try report(checked) }
    }
  }

  /// Checks the file beside the script that remembers what `detect` proposed.
  private mutating func checkBase(ofScriptAt path: String) throws {
    guard DocumentKind(ofFileAt: path) == .script, path != "-" else { return }
    do { _ = try BaseFile(ofScript: path, in: request.workspace) } catch {
      try report(error, at: DetectedBase.path(ofScript: path))
    }
  }

  /// The findings that fixes apply to: those shown, in the script's own text.
  private func repairable(in file: ScriptFile) throws -> [Diagnostic] {
    let own = try findings(in: file).filter { $0.source.name == file.source.name }
    return request.filter.shown(of: own.flatMap(\.diagnostics))
  }

  /// - Parameter name: The name of the text in which `fixed` findings were repaired.
  private mutating func files(
    of findings: [(source: SourceText, diagnostics: [Diagnostic])], named name: String, fixed: Int? = nil
  ) -> [CheckedFile] {
    findings.map { source, diagnostics in
      let shown = request.filter.shown(of: diagnostics)
      hiddenErrors += diagnostics.count { $0.severity == .error } - shown.count { $0.severity == .error }
      if code == .done, shown.contains(where: { $0.severity >= request.denied }) { code = .findings }
      let isNamed = source.name == name
      return CheckedFile(
        source, shown, fixed: isNamed ? fixed : nil, revision: isNamed ? try? revision(of: source) : nil)
    }
  }

  /// Reports the number of fixes and, if there are no reports, of the remaining findings.
  private mutating func report(_ repair: Repair, remaining: [Diagnostic]) {
    let shows = request.repairs == .show
    let failing = remaining.filter { $0.severity >= request.denied }
    var words: [String] = []
    if repair.fixed > 0 {
      words.append(
        "\(repair.fixed == 1 ? "1 finding" : "\(repair.fixed) findings") \(shows ? "would be " : "")fixed")
      if shows, code == .done { code = .findings }
    }
    if shows, !failing.isEmpty { words.append("\(DiagnosticCounts(failing).summary) would remain") }
    if !words.isEmpty { Console.complain("\(repair.source.name): " + words.joined(separator: ", ")) }
  }

  /// The text for standard output: the diff, or the repaired standard input.
  private func printed(_ repair: Repair, of file: ScriptFile, at path: String) -> [UInt8] {
    let new = file.bytes(with: repair.source)
    guard request.repairs == .show else { return path == "-" ? new : [] }
    let old = file.bytes(with: file.source)
    return Array(
      unifiedDiff(
        from: String(decoding: old, as: UTF8.self), to: String(decoding: new, as: UTF8.self),
        name: file.source.name
      ).utf8)
  }
}
