import Basics
import Compiler
import Diagnostics
import FoundationEssentials
import Glibc
import Processes
import Workspace

/// Writes one report: text on standard output after each script, everything else at the end.
struct ReportWriter {
  private let request: ReportRequest
  /// The lowest severity that a text report lists.
  private let leastShown: Severity
  /// The number of listed findings; nil for the usual one of the format.
  private let limit: Int?
  private let stream: Stream
  private let paths: ReportPaths
  private var files: [CheckedFile] = []

  /// The destination of a report without a file.
  enum Stream {
    case standardOutput
    /// If standard output has other content.
    case standardError
  }

  init(_ request: ReportRequest, showingNotes: Bool, limit: Int?, to stream: Stream) {
    self.request = request
    self.limit = limit
    leastShown = showingNotes ? .note : .warning
    self.stream = stream
    paths = ReportPaths(
      workingFolder: FileManager.default.currentDirectoryPath, root: Environment["GITHUB_WORKSPACE"])
  }

  mutating func add(_ file: CheckedFile) throws {
    files.append(file)
    if printsAsItGoes { try print(findings(in: file)) }
  }

  func finish(exitCode: ExitCode) throws {
    if printsAsItGoes {
      try print(totals)
      reportFurtherReading()
    } else if let file = request.file {
      try AtomicFile.publish(Array(text(exitCode: exitCode).utf8), at: file)
    } else {
      try print(text(exitCode: exitCode))
    }
    if request.format == .github { addToSummary() }
  }

  private var printsAsItGoes: Bool { request.format == .text && request.file == nil && limit == nil }

  private func text(exitCode: ExitCode) -> String {
    switch request.format {
    case .text:
      limited.files.map(findings).joined() + limited.summary + totals
    case .json: JSONReport().value(for: files, limit: limit == nil ? nil : limited).indentedText
    case .brief: BriefReport().text(for: files, limit: limit)
    case .sarif:
      SARIFReport(version: editcVersion, paths: paths, rules: Rules.ids).value(
        for: files, exitCode: exitCode.rawValue
      )
      .indentedText
    case .github: GitHubReport(paths: paths).text(for: files)
    }
  }

  private var limited: ReportLimit { ReportLimit(files, most: limit) }

  private func print(_ text: String) throws {
    guard !text.isEmpty else { return }
    switch stream {
    case .standardOutput: try Console.print(text)
    case .standardError: Console.write(text)
    }
  }
}

// MARK: - Text

extension ReportWriter {
  private func findings(in file: CheckedFile) -> String {
    guard case .read(let source, let diagnostics) = file.outcome else { return "" }
    let usesColour = (stream == .standardOutput ? Console.output : Console.error).usesColour
    let report = TerminalReport(useColor: request.file == nil && usesColour)
    return report.blocks(of: diagnostics, atLeast: leastShown, in: source)
  }

  /// The last line, with the counts; empty if there are no findings.
  private var totals: String {
    let found = files.flatMap(\.diagnostics)
    guard !found.isEmpty else { return "" }
    let counts = DiagnosticCounts(found)
    let affected = files.count { !$0.diagnostics.isEmpty }
    return counts.summary(
      in: files.count > 1 ? " in \(affected) of \(files.count) files" : "", shownFrom: leastShown, "-v shows")
      + "\n"
  }
}

extension ReportWriter {
  /// Mentions `editc explain` once, if the findings are printed on a terminal.
  private func reportFurtherReading() {
    let findings = files.flatMap(\.diagnostics).filter { $0.severity >= leastShown }
    guard stream == .standardOutput, Console.output.isTerminal, Console.error.isTerminal,
      let worst = findings.map(\.severity).max(), let first = findings.first(where: { $0.severity == worst })
    else { return }
    Console.write("for more about a message: editc explain \(first.id.name)\n")
  }
}

// MARK: - GitHub's job summary

extension ReportWriter {
  /// Appends to the page, because other steps of the job also write to it. A failure does not fail the check,
  /// which did not request the page.
  private func addToSummary() {
    guard let page = Environment["GITHUB_STEP_SUMMARY"] else { return }
    do throws(FileError) {
      try appendToFile(page, Array(MarkdownSummary(paths: paths).text(for: files).utf8))
    } catch {
      Console.complain("cannot write the summary of the workflow run: \(error)")
    }
  }
}

/// Environment variables; empty ones count as missing.
enum Environment {
  static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
