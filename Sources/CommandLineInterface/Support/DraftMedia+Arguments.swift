import Basics
import Compiler
import Composition
import Diagnostics
import LibAV
import Lowering
import Processes
import ScriptWriting
import Workspace

let draftMediaArgument = Argument.positionals(
  .file("MEDIA"),
  "Clips, pictures and audio files, in the order of the film; put `--` before names that begin with `-`.")

/// The facts of the media files that a draft uses.
///
/// Every file that cannot be used is reported; the first one decides the exit code.
func draftMedia(
  _ paths: [String], forScriptIn folder: String, _ inspector: Inspector
) throws -> [DraftMedia] {
  try probedDraftMedia(paths, forScriptIn: folder, Workspace(inspector: inspector)).map(\.media)
}

/// The same, with the other information in the files.
func probedDraftMedia(
  _ paths: [String], forScriptIn folder: String, _ workspace: Workspace
) throws -> [(media: DraftMedia, details: MediaDetails)] {
  var failures: [CommandFailure] = []
  var media: [(media: DraftMedia, details: MediaDetails)] = []
  let probed = try workspace.media(at: paths, forScriptIn: folder)
  for found in probed {
    switch found.result {
    case .success(let probed):
      let one = DraftMedia(path: found.spelling, facts: probed.facts)
      if one.kind == nil {
        failures.append(CommandFailure(.badData, "\(found.path) has neither picture nor sound"))
      }
      media.append((one, probed.details))
    case .failure(let error):
      let isMissing = if case .input = error.cause { true } else { false }
      failures.append(
        CommandFailure(
          error.lacksResources ? .unavailable : isMissing ? .inputMissing : .badData,
          "\(found.path): \(error.reason)"))
    }
  }
  if let first = failures.first {
    for failure in failures.dropLast() { Console.complain(failure.message) }
    throw CommandFailure(first.code, failures.last?.message ?? first.message)
  }
  return media
}

/// Reports the findings of a new script, which is written in any case.
func reportFindings(
  inDraft script: SourceText, _ media: [DraftMedia], subtitles: [String: SubtitleFile] = [:]
) {
  let states = media.map { ($0.path, MediaState.known($0.facts, path: $0.path)) }
  var table = MediaTable(Dictionary(states, uniquingKeysWith: { first, _ in first }))
  table.subtitles = subtitles
  for (path, file) in subtitles {
    table.states[path] = .known(MediaFacts(file, byteCount: 0), path: path)
  }
  Console.write(
    TerminalReport(useColor: Console.error.usesColour).text(
      for: compile(script, media: table).diagnostics, atLeast: .warning, in: script,
      othersBy: "`editc lint -v \(VisibleText.line(shellWord(script.name)))` shows"))
}
