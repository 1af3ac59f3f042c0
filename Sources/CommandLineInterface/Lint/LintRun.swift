import Basics
import Diagnostics
import Workspace

/// The options of one call of `editc lint`.
struct LintRequest {
  /// What to do with safe fixes.
  enum Repairs {
    case none
    case write
    /// As a difference on standard output.
    case show
  }

  let scripts: ScriptFiles
  let variables: VariableRequest
  let media: MediaUse
  let workspace: Workspace
  let filter: FindingFilter
  /// The mildest severity with which a script fails.
  let denied: Severity
  let repairs: Repairs
  let reports: [ReportRequest]
}

/// One call of `editc lint`.
struct LintRun {
  private let request: LintRequest
  private var writers: [ReportWriter]
  private var code = ExitCode.done
  /// The number of errors that --only or --skip hide.
  private var hiddenErrors = 0

  init(_ request: LintRequest) {
    self.request = request
    // If a script is printed on standard output, reports go to standard error.
    let printsText = request.repairs == .write && request.scripts.paths.contains("-")
    let reports = request.repairs == .show ? [] : request.reports
    writers = reports.map { ReportWriter($0, to: printsText ? .standardError : .standardOutput) }
  }

  mutating func carryOut() throws(CommandFailure) -> ExitCode {
    for (path, error) in request.scripts.failures { try report(CommandFailure(error), at: path) }
    for path in request.scripts.paths {
      let checked: Checked
      do throws(CommandFailure) { checked = try check(path) } catch {
        try report(error, at: path)
        continue
      }
      if !checked.printed.isEmpty { try Console.print(bytes: checked.printed) }
      for file in checked.files { try report(file) }
    }
    if hiddenErrors > 0 {
      let errors = hiddenErrors == 1 ? "1 error is" : "\(hiddenErrors) errors are"
      Console.complain("\(errors) not shown, because of --only or --skip")
    }
    return finish()
  }

  /// A failure to write one report does not prevent the others.
  private func finish() -> ExitCode {
    var result = code
    for writer in writers {
      do throws(CommandFailure) { try writer.finish(exitCode: code) } catch {
        Console.complain(error.message)
        result = error.code
      }
    }
    return result
  }

  private mutating func report(_ failure: CommandFailure, at path: String) throws(CommandFailure) {
    Console.complain(failure.message)
    code = failure.code
    try report(CheckedFile(unreadable: path == "-" ? "<stdin>" : path, reason: failure.message))
  }

  private mutating func report(_ file: CheckedFile) throws(CommandFailure) {
    for index in writers.indices { try writers[index].add(file) }
  }
}

// MARK: - One script

extension LintRun {
  /// The result of checking one script.
  private struct Checked {
    /// The script, and the files beside it that it is checked with.
    let files: [CheckedFile]
    /// What goes to standard output before any report.
    var printed: [UInt8] = []
  }

  private mutating func check(_ path: String) throws(CommandFailure) -> Checked {
    let file = try asking { () throws(WorkspaceError) in try request.workspace.script(at: path) }
    guard request.repairs != .none else { return Checked(files: files(of: try compiled(file), fixed: nil)) }
    let run = self
    let repair = try Repair(of: file.source) { source throws(CommandFailure) in
      try run.repairable(in: file.with(source))
    }
    if let harm = repair.refused {
      Console.complain(
        "\(path): not fixed: the fixes would leave invalid YAML (\(harm.message)); "
          + "please report this")
    }
    if repair.fixed > 0, request.repairs == .write, path != "-" {
      try asking { () throws(WorkspaceError) in
        try file.write(file.bytes(with: repair.source), done: "fixed")
      }
    }
    let files = files(of: try compiled(file.with(repair.source)), fixed: repair.fixed)
    tell(repair, remaining: files.flatMap(\.diagnostics))
    return Checked(files: files, printed: printed(repair, of: file, at: path))
  }

  private func compiled(_ file: ScriptFile) throws(CommandFailure) -> CompiledScript {
    try asking { () throws(WorkspaceError) in
      try request.workspace.compile(file, values: request.variables, media: request.media)
    }
  }

  /// The findings that fixes apply to: those shown, in the script's own text.
  private func repairable(in file: ScriptFile) throws(CommandFailure) -> [Diagnostic] {
    let own = try compiled(file).findings.filter { $0.source.name == file.source.name }
    return request.filter.shown(of: own.flatMap(\.diagnostics))
  }

  private mutating func files(of script: CompiledScript, fixed: Int?) -> [CheckedFile] {
    script.findings.map { source, diagnostics in
      let shown = request.filter.shown(of: diagnostics)
      hiddenErrors += diagnostics.count { $0.severity == .error } - shown.count { $0.severity == .error }
      if code == .done, shown.contains(where: { $0.severity >= request.denied }) { code = .findings }
      return CheckedFile(source, shown, fixed: source.name == script.file.source.name ? fixed : nil)
    }
  }

  /// Reports the number of fixes and, if there are no reports, of the remaining findings.
  private mutating func tell(_ repair: Repair, remaining: [Diagnostic]) {
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

  /// What goes to standard output: the difference, or the text that came from standard input.
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
