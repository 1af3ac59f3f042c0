import Basics
import Diagnostics
import LanguageServer
import Processes
import ScriptAnalysis
import Workspace

private let check = Argument<String?>.option(
  "check", .file("FILE", extensions: ["edit"]),
  "Prints what an editor would show for this script.")
private let stdio = Argument.flag(
  "stdio", "Uses standard input and output, which is always the case; some editors pass the option.")

extension Command {
  static let languageServer = Command(
    "lsp", "Runs the language server for editors.",
    details: """
      Speaks the Language Server Protocol on standard input and output. Your editor starts it; \
      docs/language-server.md in the project shows how to set up each one. The server itself needs no \
      configuration.

      If nothing happens in your editor, run --check: it prints the findings, the outline, and the keys that \
      can come next.

      Exits with 0 after the editor ends the session, and with 1 if the editor disconnects without ending it.
      """,
    arguments: [check, stdio, cacheArgument, noCacheArgument, rootArgument, sandboxArgument],
    examples: [
      Example("lsp", "Serves an editor."),
      Example("lsp --check holiday.edit", "Prints what an editor would show."),
    ]
  ) { values in
    let workspace = try Workspace(values)
    let root = try rootFolder(values)
    let setup = ServerSetup(
      cache: workspace.cache, inspector: workspace.inspector, root: root, program: ChildProcess.ownExecutable,
      options: try sharedOptions(values),
      words: { CommandFailure($0).message })
    if let script = try values[check] {
      return try showAsEditor(script, workspace)
    }
    let signals = try TerminationSignals()
    let loop = EventLoop(signals: signals, lineLimit: 1 << 20)
    let server = try LanguageServer(setup, loop: loop, dialogue: Dialogue(input: 0, output: 1))
    let hasEnded = try server.run()
    // Threads may still be blocked on a disk.
    endAtOnce(hasEnded ? ExitCode.done.rawValue : ExitCode.findings.rawValue)
  }
}

/// The server's options for cache, root and sandbox, for the commands that it starts.
private func sharedOptions(_ values: ParsedArguments) throws(UsageError) -> [String] {
  var options = ["--sandbox", try values[sandboxArgument].rawValue]
  if let cache = try values[cacheArgument] { options += ["--cache", cache] }
  if try values[noCacheArgument] { options.append("--no-cache") }
  if let root = try values[rootArgument] { options += ["--root", root] }
  return options
}

/// Prints what an editor would show of a script.
private func showAsEditor(_ path: String, _ workspace: Workspace) throws -> ExitCode {
  let compiled = try workspace.compile(workspace.script(at: path), media: .facts)
  let source = compiled.file.source
  let script = ScriptText(source)
  let findings = compiled.findings.flatMap(\.diagnostics)
  let film = compiled.rows.first.map { FilmKnowledge($0.compilation, films: $0.films) }
  let end = source.bytes.count
  var lines =
    findings.flatMap { $0.linesOfEditor(in: source) } + ["\(DiagnosticCounts(findings).summary)", ""]
  let hints = Dictionary(grouping: script.hints(in: SourceRange(0, end), film: film)) {
    source.place(at: $0.offset).line
  }
  lines += script.outline.flatMap { $0.lines(in: source, hints.mapValues { $0.map(\.label) }, level: 0) }
  let keys = ScriptText(SourceText(name: source.name, bytes: source.bytes + Array("\n".utf8)))
    .completions(at: end + 1).items.map(\.label)
  lines += ["", "keys that can come next: \(keys.isEmpty ? "none" : keys.joined(separator: ", "))"]
  try Console.print(lines.map { VisibleText.line($0) + "\n" }.joined())
  return findings.hasErrors ? .findings : .done
}

extension Diagnostic {
  fileprivate func linesOfEditor(in source: SourceText) -> [String] {
    let place = source.place(at: range?.start ?? 0)
    let line = "\(place.line):\(place.column): \(severity.rawValue): \(message) [\(id.name)]"
    return [line] + fixes.map { "    fix: \($0.title)" }
  }
}

extension OutlineEntry {
  /// The symbol's line and those of its children, each with its inlay hints.
  fileprivate func lines(in source: SourceText, _ hints: [Int: [String]], level: Int) -> [String] {
    let line = source.place(at: selection.start).line
    let parts =
      ["\(line):", String(repeating: "  ", count: level) + name, detail]
      + (hints[line] ?? []).map { "(\($0))" }
    return [parts.filter { !$0.isEmpty }.joined(separator: " ")]
      + children.flatMap { $0.lines(in: source, hints, level: level + 1) }
  }
}
