import Basics
import Diagnostics
import Inspection
import LanguageServer
import Processes
import ScriptAnalysis
import Workspace

private let check = Argument<String?>.option(
  "check", .file("FILE", extensions: ["edit"]),
  "Serves nobody; prints what an editor would show of this script.")
private let stdio = Argument.flag(
  "stdio", "Serves on standard input and output, as always; some editors insist on the option.")

extension Command {
  static let languageServer = Command(
    "lsp", "Serves editors: mistakes as you type, completion, renaming.",
    details: """
      Speaks the Language Server Protocol on standard input and output. An editor starts it; docs/language-server.md in the \
      project says how each one does. There is nothing to configure.

      If nothing happens in your editor, --check says what it would show: the findings, the outline, and the keys that can be \
      written next.

      Exits with 0 after the editor has ended the session, and with 1 if it went away without a word.
      """,
    arguments: [check, stdio, cacheArgument, noCacheArgument, rootArgument, sandboxArgument],
    examples: [
      Example("lsp", "For an editor."),
      Example("lsp --check holiday.edit", "What an editor would show."),
    ]
  ) { values throws(UsageError) in
    let workspace = try Workspace(values)
    let root = try rootFolder(values)
    let setup = ServerSetup(
      cache: workspace.cache, inspector: workspace.inspector, root: root, program: ChildProcess.ownExecutable,
      words: { CommandFailure($0).message })
    if let script = try values[check] {
      return carryOut { () throws(CommandFailure) in try showAsEditor(script, workspace) }
    }
    return carryOut { () throws(CommandFailure) in
      let signals = try terminationSignals()
      let hasEnded: Bool
      do throws(SystemError) {
        let loop = EventLoop(signals: signals, lineLimit: 1 << 20)
        let server = try LanguageServer(setup, loop: loop, dialogue: Dialogue(input: 0, output: 1))
        hasEnded = try server.run()
      } catch { throw CommandFailure(error) }
      // Threads may still wait for a disk.
      endAtOnce(hasEnded ? ExitCode.done.rawValue : ExitCode.findings.rawValue)
    }
  }
}

/// Prints what an editor would show of a script.
private func showAsEditor(_ path: String, _ workspace: Workspace) throws(CommandFailure) -> ExitCode {
  let compiled = try asking { () throws(WorkspaceError) in
    try workspace.compile(workspace.script(at: path), media: .facts)
  }
  let source = compiled.file.source
  let script = ScriptText(source)
  let findings = compiled.findings.flatMap(\.diagnostics)
  for finding in findings {
    let place = finding.range.map { source.place(at: $0.start) } ?? SourcePlace(line: 1, column: 1)
    try Console.print(
      VisibleText.line(
        "\(place.line):\(place.column): \(finding.severity.rawValue): \(finding.message) [\(finding.id.name)]"
      ) + "\n")
    for fix in finding.fixes { try Console.print("    repair: \(VisibleText.line(fix.title))\n") }
  }
  let count = script.names.places.count
  try Console.print(
    "\(DiagnosticCounts(findings).summary); \(script.outline.count) sections, \(count) names, "
      + "\(script.colors.count) colours, \(script.links.count) links\n")
  let film = compiled.rows.first.map { FilmKnowledge($0.compilation, films: $0.films) }
  for hint in script.hints(in: SourceRange(0, source.bytes.count), film: film) {
    let place = source.place(at: hint.offset)
    try Console.print("\(place.line):\(place.column): hint: \(hint.label)\n")
  }
  return findings.hasErrors ? .findings : .done
}
