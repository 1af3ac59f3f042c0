import Basics
import Compiler
import Diagnostics
import EditScript
import Processes
import ScriptWriting
import Workspace

/// A script into which `sync --into` writes where recordings are on a clock.
///
/// It is read before the process shuts itself in.
struct SyncMerge {
  private let file: ScriptFile
  /// The names under `media` of each recording, and its path from the folder of the script.
  private let recordings: [(path: String, names: Set<String>)]
  private let root: RootFolder?

  /// Nil if the script has errors, which are reported. What is wrong with its times may be what is renewed.
  init?(_ script: String, _ paths: [String], _ workspace: Workspace) throws {
    guard isThere(script) else {
      throw CommandFailure(.inputMissing, "\(script): no such file; -o writes a script of the recordings")
    }
    let file = try workspace.script(at: script)
    let parsed = ParsedScript(file.source)
    let report = TerminalReport(useColor: Console.error.usesColour)
    let errors = parsed.textErrors
    guard errors.isEmpty else {
      Console.write(report.text(for: errors, in: file.source))
      Console.complain("\(VisibleText.line(script)): nothing was written, because the script has errors")
      return nil
    }
    self.file = file
    root = workspace.root
    recordings = paths.map { path in
      let declared = parsed.script.media.filter { workspace.isSameFile(file.path(of: $0.file.value), path) }
      return (relativePath(from: file.folder, to: path), Set(declared.map(\.name.value)))
    }
  }

  /// The place of each recording; nil for the clock. Returns the patch of a dry run.
  func write(_ places: [SyncPlace?], isDryRun: Bool) throws -> String? {
    var script = MergedScript(file.source)
    do throws(MergedScript.Problem) {
      try script.merge(
        zip(recordings, places).map { SyncedMedium(path: $0.path, names: $0.names, place: $1) })
    } catch { throw CommandFailure(error, in: script.source) }
    let bytes = file.bytes(with: script.source)
    let name = VisibleText.line(file.path)
    if isDryRun {
      return unifiedDiff(
        from: String(decoding: file.bytes(with: file.source), as: UTF8.self),
        to: String(decoding: bytes, as: UTF8.self), name: file.path)
    }
    let words = [(script.counts.added, "added"), (script.counts.moved, "changed")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !words.isEmpty { try file.write(bytes, beneath: root, done: "changed") }
    Console.complain(
      words.isEmpty
        ? "\(name): nothing to change"
        : "\(name): \(words.joined(separator: ", ")) under `media`; `editc lint \(shellWord(name))` checks the film"
    )
    return nil
  }
}
