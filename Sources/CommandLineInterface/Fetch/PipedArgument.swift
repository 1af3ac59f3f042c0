import Compiler
import ContentDigest
import Diagnostics
import EditScript
import Lowering
import Processes
import Workspace

let pipeArgument = Argument<String?>.option(
  "pipe", .text("MEDIA"),
  "Reads this media file of the script, or this entry under `media`, from standard input and keeps it in the content "
    + "store.", group: "Media")

/// Stores the media file that comes through a pipe. Returns its digest by the spelling of the file; nothing if the
/// script has errors, which the command reports.
func pipedMedia(
  of script: String, _ values: ParsedArguments, command: String
) throws -> [String: ContentDigest] {
  guard let name = try values[pipeArgument] else { return [:] }
  func refusal(_ words: String) -> UsageError { UsageError(.other(words), command: command) }
  guard script != "-" else {
    throw refusal("--pipe needs a script in a file, because media come from standard input")
  }
  guard try !values[noCacheArgument] else {
    throw refusal("--pipe needs the cache, so --no-cache cannot be used with it")
  }
  guard !TerminalFacts(descriptor: 0).isTerminal else {
    throw refusal("--pipe: standard input is a terminal; write `PROGRAM | editc \(command) ...`")
  }
  let cache = try CacheFolder(named: try values.cache)
  let workspace = Workspace(
    cache: cache, inspector: try confinedInspector(values), root: try rootFolder(values))
  let compiled = try workspace.compile(
    workspace.script(at: script), values: try VariableRequest(values, command: command), media: .facts)
  guard
    !compiled.findings.contains(where: {
      $0.diagnostics.contains { $0.severity == .error && !$0.id.needsMedia }
    })
  else { return [:] }
  let declared = compiled.rows.first?.compilation.script.declaredFiles ?? [:]
  let file = declared[name]?.value ?? name
  guard let media = compiled.media.listing.first(where: { $0.file == file }) else {
    throw refusal("--pipe: the script plays no media file '\(VisibleText.line(name))'")
  }
  guard !media.isAtItsPath else {
    throw refusal(
      "--pipe: '\(VisibleText.line(file))' is a file at its path, which counts; rename one of them")
  }
  switch try PipedMedia(in: cache).store(from: 0, as: media.path) {
  case .stored(let digest, _): return [file: digest]
  case .empty:
    throw CommandFailure(
      .badData, "the pipe for '\(VisibleText.line(file))' contains nothing; did its program fail?")
  case .busy:
    throw CommandFailure(
      .temporaryFailure,
      "another command reads '\(VisibleText.line(file))' from a pipe; run the command again later")
  }
}
